import { createHash } from 'node:crypto';
import { HistoryUnavailableError, type PointBatch } from '../../port.ts';
import type { HistoryServer } from '../server/open-server.ts';
import { useFileNumber } from '../server/used-versions.ts';
import { Block } from '../staging/block.ts';
import { insertBlock } from '../staging/insert-block.ts';
import { fileOf } from '../staging/versions.ts';
import type { Summaries } from '../summaries/summaries.ts';

export interface BlockWriterOptions {
  server: HistoryServer;
  summaries: Summaries | null;
  /** The version of the first place in the order. */
  base: number;
  /** Throws while the server is not this portal's to write to. */
  guard: (signal: AbortSignal) => Promise<void>;
  onWritten: (block: Block) => Promise<void>;
  /** The server has that much to do at most: one block in so long. */
  everyMs?: number;
}

const EVERY_MS = 100;
const BLOCK_POINTS = 250_000;

interface Pending {
  readonly block: Block;
  readonly waiting: { resolve: () => void; reject: (error: unknown) => void }[];
}

/** Writes straight to the server, in blocks of what came together: nothing is kept here. */
export class BlockWriter {
  readonly #options: BlockWriterOptions;
  readonly #ended = new AbortController();
  readonly #pending: Pending[] = [];
  #running: Promise<void> | undefined;
  #beganMs = Number.NEGATIVE_INFINITY;
  #usedFile = -1;

  constructor(options: BlockWriterOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Resolves when the server has the batch.
   * @param place in the order, of a batch whose points have none of their own
   */
  write(batch: PointBatch, place: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#ended.signal.aborted) return reject(new HistoryUnavailableError('the history store is closed'));
      let pending = this.#pending.at(-1);
      if (!pending || pending.block.length >= BLOCK_POINTS) {
        pending = { block: new Block(0), waiting: [] };
        this.#pending.push(pending);
      }
      const { base } = this.#options;
      if (place === null) pending.block.addPlaced(batch, base);
      else pending.block.add(batch, base + place);
      pending.waiting.push({ resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Before anything is written under a version. */
  async prepare(version: number): Promise<void> {
    const { server, guard } = this.#options;
    await guard(this.signal);
    const file = fileOf(version);
    if (file <= this.#usedFile) return;
    await useFileNumber(server, file, this.signal);
    this.#usedFile = file;
  }

  async #run(): Promise<void> {
    const { everyMs = EVERY_MS } = this.#options;
    while (this.#pending.length > 0) {
      const restMs = this.#beganMs + everyMs - performance.now();
      // What comes in the same turn goes together in any case.
      await new Promise((resolve) => (restMs > 0 ? setTimeout(resolve, restMs) : setImmediate(resolve)));
      const next = this.#pending.shift();
      if (!next) break;
      this.#beganMs = performance.now();
      try {
        await this.#send(next.block);
        for (const { resolve } of next.waiting) resolve();
      } catch (error) {
        const isClosing = this.signal.aborted;
        const reason = isClosing
          ? new HistoryUnavailableError('the history store is closing', { cause: error })
          : error;
        for (const { reject } of next.waiting) reject(reason);
      }
    }
    this.#running = undefined;
  }

  async #send(block: Block): Promise<void> {
    const { server, summaries, onWritten } = this.#options;
    await this.prepare(block.toVersion);
    await summaries?.beforeBlock(block, this.signal);
    const encoded = block.encode();
    // Named by what is in it: the same block is the same whoever sends it, and however often.
    const token = `telltale-${createHash('sha256').update(encoded.bytes).digest('hex')}`;
    await insertBlock(server, encoded, token, this.signal);
    await onWritten(block);
  }

  /** Writes what is there, if it can be within so long, and ends. */
  async close(patienceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#ended.abort(), patienceMs);
    await this.#running;
    clearTimeout(timer);
    this.#ended.abort();
  }
}
