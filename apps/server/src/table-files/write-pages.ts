import { Worker } from 'node:worker_threads';
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
  const { plan, pages, path, scratchPath, signal, checkRoom } = options;
  signal.throwIfAborted();
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const writer = new Writing({ plan, path, scratchPath }, options);
  const onAbort = () => writer.fail(stop.reason);
  stop.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const page of pages(stop)) {
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

/** The thread that writes. */
class Writing {
  readonly #worker: Worker;
  readonly #options: WriteOptions;
  readonly #done = Promise.withResolvers<{ leftOut: number }>();
  #waiting = 0;
  #onRoom: (() => void) | undefined;

  constructor(task: WritingTask, options: WriteOptions) {
    this.#options = options;
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
    this.#waiting++;
    this.#tell({ kind: 'page', page }, buffersOf(page));
  }

  end(): Promise<{ leftOut: number }> {
    this.#tell({ kind: 'end' });
    return this.#done.promise;
  }

  fail(error: unknown): void {
    this.#done.reject(error);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #tell(message: ToWriter, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  async #hear(message: FromWriter): Promise<void> {
    const { onPoints, onBytes } = this.#options;
    if (message.kind === 'written') {
      this.#waiting--;
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
