import { Worker } from 'node:worker_threads';
import type { CoreTurns, GiveBack } from './core-turns.ts';
import { buffersOf, type ExportPage, type ExportPlan } from './export-plan.ts';
import type { FromWriter, ToWriter, WritingTask } from './writing/messages.ts';

/** There is no room on the disk for the file. */
export class ExportDiskFullError extends Error {
  override readonly name = 'ExportDiskFullError';
}

export interface WriteOptions {
  plan: ExportPlan;
  /** Pages in their order; the signal ends their reading. */
  pages: (signal: AbortSignal) => AsyncIterable<ExportPage>;
  /** The new file; null: bytes are handed to `onBytes`. */
  path: string | null;
  /** Where a file may stand meanwhile; whoever asks removes it. */
  scratchPath: string;
  /** Ends it: the thread is gone when the run has rejected. */
  signal: AbortSignal;
  /** The thread goes on when it resolves. */
  onBytes?: ((bytes: Uint8Array) => Promise<void>) | undefined;
  /** Hears how many values more are written. */
  onPoints?: ((points: number) => void) | undefined;
  /** Throws when there is no room left. */
  checkRoom?: (() => void) | undefined;
  /** Reading takes a turn, and so does writing a file; bytes that are handed to `onBytes` wait for whoever takes them. */
  turns?: CoreTurns | undefined;
}

/** While one page is written, the next waits for it. */
const PAGES_AHEAD = 2;
/** What the thread allocates lives short, its large arrays aside. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/**
 * Makes one file. Other threads read, a thread of its own writes; what remains for the thread that devices are
 * answered on is handing pages over, which are not copied.
 * @returns how many strings were left out, for which a column of numbers has no place
 */
export async function writePages(options: WriteOptions): Promise<{ leftOut: number }> {
  const { plan, pages, path, scratchPath, signal, checkRoom, turns } = options;
  signal.throwIfAborted();
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const writer = new Writing({ plan, path, scratchPath }, options, stop);
  const onAbort = () => writer.fail(stop.reason);
  stop.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const page of inTurns(pages(stop), turns, stop)) {
      checkRoom?.();
      await writer.page(page);
    }
    return await writer.end();
  } finally {
    stop.removeEventListener('abort', onAbort);
    ended.abort();
    await writer.close();
  }
}

/** The same pages; each is read in a turn. */
async function* inTurns(
  pages: AsyncIterable<ExportPage>,
  turns: CoreTurns | undefined,
  signal: AbortSignal,
): AsyncGenerator<ExportPage> {
  const iterator = pages[Symbol.asyncIterator]();
  try {
    for (;;) {
      const giveBack = await turns?.take(signal);
      const next = await iterator.next().finally(giveBack);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** The thread that writes. */
class Writing {
  readonly #worker: Worker;
  readonly #options: WriteOptions;
  readonly #done = Promise.withResolvers<{ leftOut: number }>();
  readonly #turns: CoreTurns | undefined;
  readonly #signal: AbortSignal;
  /** While it has something to write. */
  #turn: GiveBack | undefined;
  #hasFailed = false;
  #waiting = 0;
  #onRoom: (() => void) | undefined;

  constructor(task: WritingTask, options: WriteOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#turns = task.path === null ? undefined : options.turns;
    const file = new URL('./writing/writing-thread.ts', import.meta.url);
    this.#worker = new Worker(file, { workerData: task, resourceLimits: LIMITS });
    this.#worker.on('message', (message: FromWriter) => void this.#hear(message));
    this.#worker.on('error', (error) => this.fail(error));
    this.#worker.on('exit', (code) => this.fail(new Error(`The thread that writes the export ended with ${code}.`)));
    this.#done.promise.catch(() => undefined);
  }

  /** Hands a page over, once there is room for it. */
  async page(page: ExportPage): Promise<void> {
    while (this.#waiting >= PAGES_AHEAD) {
      const room = new Promise<void>((resolve) => {
        this.#onRoom = resolve;
      });
      await Promise.race([room, this.#done.promise]);
    }
    await this.#takeTurn();
    this.#waiting++;
    const hasCores = this.#options.turns?.areForAll ?? false;
    this.#tell({ kind: 'page', page, hasCores }, buffersOf(page));
  }

  async end(): Promise<{ leftOut: number }> {
    await this.#takeTurn();
    // What is written last takes longest: it has this turn until all is written.
    this.#waiting++;
    this.#tell({ kind: 'end' });
    return this.#done.promise;
  }

  fail(error: unknown): void {
    this.#hasFailed = true;
    this.#done.reject(error);
    this.#giveTurnBack();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
    this.#giveTurnBack();
  }

  /** @throws what it failed with: it would hold a turn for nothing, and whoever reads would wait for that turn */
  async #takeTurn(): Promise<void> {
    this.#turn ??= await this.#turns?.take(this.#signal);
    if (!this.#hasFailed) return;
    this.#giveTurnBack();
    await this.#done.promise;
  }

  #giveTurnBack(): void {
    this.#turn?.();
    this.#turn = undefined;
  }

  #tell(message: ToWriter, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  async #hear(message: FromWriter): Promise<void> {
    const { onPoints, onBytes } = this.#options;
    if (message.kind === 'written') {
      this.#waiting--;
      if (this.#waiting === 0) this.#giveTurnBack();
      onPoints?.(message.points);
      this.#onRoom?.();
    } else if (message.kind === 'done') {
      this.#done.resolve({ leftOut: message.leftOut });
    } else if (message.kind === 'failed') {
      this.fail(message.isFull ? new ExportDiskFullError(message.message) : new Error(message.message));
    } else {
      try {
        await onBytes?.(message.bytes);
        this.#tell({ kind: 'taken' });
      } catch (error) {
        this.fail(error);
      }
    }
  }
}
