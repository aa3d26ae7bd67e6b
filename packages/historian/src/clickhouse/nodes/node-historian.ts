import { mkdir } from 'node:fs/promises';
import type { RangeOperation } from '../../embedded/log/log-records.ts';
import {
  type Historian,
  type HistorianStats,
  type HistoryBehind,
  HistoryUnavailableError,
  MOST_POINTS,
  type PointBatch,
} from '../../port.ts';
import { ServerReader } from '../reading/server-reader.ts';
import { ServerRefusedError } from '../server/connection.ts';
import type { HistoryTarget } from '../server/history-url.ts';
import { describeFor, type HistoryServer, openHistoryServer } from '../server/open-server.ts';
import { Ownership } from '../server/ownership.ts';
import { usedFileNumber } from '../server/used-versions.ts';
import { ServerHistorian } from '../server-historian.ts';
import { carryOut } from '../staging/operations.ts';
import { StoredSize } from '../stored-size.ts';
import { Summaries } from '../summaries/summaries.ts';
import { BlockWriter } from './block-writer.ts';
import { baseAbove, type WriteOrder } from './write-order.ts';

export interface NodeHistorianOptions {
  target: HistoryTarget;
  /** Of all nodes of one portal; no other portal may write into the database. */
  portal: string;
  /** The name of this one. */
  node: string;
  order: WriteOrder;
  /** What of all that was acknowledged waits to be written here, as whoever keeps it knows. */
  behind?: () => HistoryBehind | null;
  mostPoints?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  everyMs?: number;
}

const CLOSE_PATIENCE_MS = 3000;
const FOLLOW_EVERY_MS = 10_000;

/**
 * Opens history at a ClickHouse server for one of several nodes. What is acknowledged is kept by others until `append` has
 * resolved: nothing of it is kept here.
 * @throws HistoryServerError when the server cannot be used as it is
 */
export async function openNodeHistorian(options: NodeHistorianOptions): Promise<Historian> {
  const { target, portal, node, order, mostPoints = MOST_POINTS, now = Date.now, everyMs } = options;
  let server: HistoryServer | null = null;
  let ownership: Ownership | null = null;
  try {
    server = await openHistoryServer(target);
    const owned = await Ownership.claim(server, { portal, node });
    ownership = owned;
    // Spans that a portal of one process has summarised are marked when something is written there. None are made here,
    // so none is on its way when points are dropped.
    const summaries = await Summaries.open(server, now, { sweepAfterMs: 0 });
    const reader = new ServerReader(server, mostPoints, summaries?.spans);
    const size = await StoredSize.of(reader);
    const base = await order.agree(baseAbove(await usedFileNumber(server)));
    const writer = new BlockWriter({
      server,
      summaries,
      base,
      guard: (signal) => owned.check(signal),
      onWritten: (block) => unlessAway(size.wrote(block)),
      ...(everyMs === undefined ? {} : { everyMs }),
    });
    return new NodeHistorian({ options, server, ownership, reader, size, summaries, writer, base });
  } catch (error) {
    await ownership?.release();
    await server?.connection.close();
    throw describeFor(target, error);
  }
}

/** What is known of the server is looked for again; that it is away is told by whoever writes or asks. */
async function unlessAway(looking: Promise<void>): Promise<void> {
  try {
    await looking;
  } catch (error) {
    if (!(error instanceof HistoryUnavailableError || error instanceof ServerRefusedError)) throw error;
  }
}

interface Parts {
  options: NodeHistorianOptions;
  server: HistoryServer;
  ownership: Ownership;
  reader: ServerReader;
  size: StoredSize;
  summaries: Summaries | null;
  writer: BlockWriter;
  base: number;
}

/** The engine behind the port where several nodes write into one database: nothing lies between it and the server. */
class NodeHistorian extends ServerHistorian {
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  #following: Promise<void> = Promise.resolve();
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    super(parts.options.mostPoints ?? MOST_POINTS);
    this.#parts = parts;
    this.#timer = setInterval(() => {
      this.#following = unlessAway(parts.size.followOthers());
    }, FOLLOW_EVERY_MS).unref();
  }

  protected async store(batch: PointBatch): Promise<void> {
    const { options, writer } = this.#parts;
    // What has no place in the order of all writes yet comes now.
    await writer.write(batch, batch.places === null ? await this.#place(options.order) : null);
  }

  async #place(order: WriteOrder): Promise<number> {
    try {
      return await order.take();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HistoryUnavailableError(`nothing can be written now: ${reason}`, { isAway: true, cause: error });
    }
  }

  /** What any node's `append` has resolved is at the server. */
  protected async reader(signal?: AbortSignal): Promise<ServerReader> {
    signal?.throwIfAborted();
    return this.#parts.reader;
  }

  /** What may have been begun when the server went away is asked for again by whoever keeps what is to be done. */
  protected async operate(record: RangeOperation): Promise<number> {
    const { options, server, writer, summaries, base } = this.#parts;
    const { signal } = writer;
    if (signal.aborted) throw new HistoryUnavailableError('the history store is closed');
    let mayHappen = false;
    try {
      const version = base + (await this.#place(options.order));
      await writer.prepare(version);
      if (record.kind === 'drop') await summaries?.sweep(signal);
      return await carryOut(server, record, version, signal, summaries, () => {
        mayHappen = true;
      });
    } catch (error) {
      if (!mayHappen && !signal.aborted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new HistoryUnavailableError(reason, { isAway: true, mayHappen, cause: error });
    }
  }

  /** All of it is at the server, and is backed up there by its own means. */
  async backup(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  stats(): HistorianStats {
    const { size, options, server } = this.#parts;
    return {
      series: size.series,
      points: size.points,
      bytesOnDisk: size.bytes,
      tornLogTails: 0,
      lostThreads: 0,
      faults: [],
      damage: [],
      engine: `ClickHouse ${server.version}`,
      behind: options.behind?.() ?? null,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { writer, ownership, server } = this.#parts;
    clearInterval(this.#timer);
    await writer.close(CLOSE_PATIENCE_MS);
    await this.#following;
    await ownership.release();
    await server.connection.close();
  }
}
