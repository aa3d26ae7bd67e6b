import { setImmediate } from 'node:timers/promises';
import type { HistoryUnavailableError, PointBatch } from '../port.ts';
import { isDatabaseDamage, type OnDamage } from './damage.ts';
import type { Faults } from './faults.ts';
import type { HistoryPaths } from './folder/folder.ts';
import { Heads } from './heads/heads.ts';
import { LogFiles } from './log/log-files.ts';
import type { RangeOperation } from './log/log-records.ts';
import { SealQueue } from './seal-queue.ts';
import { StoreMemory } from './store-memory.ts';
import type { SpareThreads } from './workers/spare-threads.ts';
import type { WriterResult } from './workers/writer-tasks.ts';
import { WriterThread } from './workers/writer-thread.ts';

/** Series that are sealed in one turn of the event loop: a few milliseconds. */
const SEALED_AT_ONCE = 128;

export interface StoreContentsOptions {
  paths: HistoryPaths;
  faults: Faults;
  onDamage: OnDamage;
  /** Hears of a writing thread that ends by itself. */
  onLost: (error: Error) => void;
  /** Points of a full chunk. */
  chunkPoints: number;
  /** Complete log files that may wait for series to fill their chunks; older points are written out early. */
  logFilesKept: number;
  spareThreads?: SpareThreads | undefined;
}

/**
 * What the log has said: the newest points in heads, older ones in chunks or on their way there. Every record is told
 * once, in the order of the log, by `add` or `operate`: at a start those of its files, then each as soon as it is on disk.
 */
export class StoreContents {
  readonly #options: StoreContentsOptions;
  readonly #thread: WriterThread;
  readonly #seals: SealQueue;
  readonly #heads: Heads;
  readonly #logFiles: LogFiles;
  /** What is not in chunks yet. */
  readonly memory: StoreMemory;
  #copies = 0;
  /** Old log files are on their way to be needed no more. */
  #freeing: Promise<void> = Promise.resolve();
  #isOpen = false;
  /** The database itself is damaged. */
  #isDamaged = false;

  constructor(options: StoreContentsOptions) {
    this.#options = options;
    this.#logFiles = new LogFiles(options.paths.logFolder);
    this.#thread = new WriterThread(
      { path: options.paths.chunkFile, chunkPoints: options.chunkPoints },
      (damage) => {
        this.#isDamaged ||= damage.isStructural;
        // Until it is open, damage of the whole database is a reason to repair it now.
        if (this.#isOpen || !damage.isStructural) options.onDamage(damage);
      },
      options.onLost,
      options.spareThreads,
    );
    this.#seals = new SealQueue({
      writer: this.#thread,
      faults: options.faults,
      mayMove: () => this.#copies === 0,
      onRelease: (logFile) => this.#logFiles.release(logFile),
    });
    this.#heads = new Heads(
      options.chunkPoints,
      (index, lateOnly) => this.#seal(index, lateOnly),
      (logFile) => this.#logFiles.hold(logFile),
    );
    this.memory = new StoreMemory(this.#heads, this.#seals);
  }

  /** Opens the chunks, and answers whether they are sound: if not, their database must be repaired first. */
  async open(): Promise<boolean> {
    await this.#logFiles.load();
    try {
      const { latest, points } = await this.#thread.run({ kind: 'open' });
      this.#seals.storedPoints = points;
      for (const last of latest) this.#heads.register(last.key, last);
      this.#isOpen = !this.#isDamaged;
    } catch (error) {
      if (!isDatabaseDamage(error)) throw error;
    }
    return this.#isOpen;
  }

  /** Log files that still exist, ascending. The newest stays until the store is closed. */
  get logFileNumbers(): readonly number[] {
    return this.#logFiles.numbers;
  }

  /** From now on log files may be deleted that nothing needs. */
  allowDeletingLogFiles(): void {
    this.#logFiles.allowDeleting(true);
  }

  /** Why chunks cannot be written now, or null. */
  get failure(): HistoryUnavailableError | null {
    return this.#seals.failure;
  }

  /**
   * Null when memory has room for more; otherwise resolves when the disk has caught up.
   * @throws HistoryUnavailableError when it cannot, at present
   */
  room(): Promise<void> | null {
    return this.#seals.room();
  }

  /**
   * Resolves when all operations so far were carried out, or one cannot be at present.
   * @throws Error when the database is damaged
   */
  async settled(): Promise<void> {
    await this.#seals.drain();
  }

  add(batch: PointBatch, logFile: number): void {
    this.#heads.addBatch(batch, logFile);
  }

  /**
   * Writes out what is in memory of the series concerned, then runs the operation on the chunks. With `withdraw`, rejects
   * when chunks cannot be written, and takes the operation back by it; without, waits until they can.
   * @throws HistoryUnavailableError
   */
  operate(record: RangeOperation, logFile: number, withdraw?: () => Promise<void>): Promise<WriterResult> {
    const { series } = this.#heads;
    this.#logFiles.hold(logFile);
    if (record.kind !== 'drop') {
      const index = this.#heads.register(record.key);
      this.#seal(index, false);
      return this.#seals.operate(
        record,
        logFile,
        (result) => this.memory.refreshLast(index, result.latest[0]),
        withdraw,
      );
    }
    const { beforeMs } = record;
    const only = record.only === null ? null : new Set(record.only);
    const concerned: number[] = [];
    for (let index = 0; index < series.size; index++) {
      if (only !== null && !only.has(series.keyOf(index))) continue;
      concerned.push(index);
      if (this.#heads.oldest(index) < beforeMs) this.#seal(index, false);
    }
    const onDone = (): void => {
      for (const index of concerned) {
        if ((this.#heads.last(index)?.timeMs ?? beforeMs) < beforeMs) this.memory.refreshLast(index, undefined);
      }
      this.#seals.sync();
    };
    return this.#seals.operate(record, logFile, onDone, withdraw);
  }

  #seal(index: number, lateOnly: boolean): void {
    const sealed = this.#heads.take(index, lateOnly);
    if (sealed) this.#seals.add(sealed);
  }

  /** A log file was begun, so all before it are complete: what needs the oldest of them is written out. */
  beginLogFile(logFile: number): void {
    this.#logFiles.added(logFile);
    this.#freeing = this.#freeing.then(() => this.#sealHolding(logFile - 1 - this.#options.logFilesKept));
  }

  /** Writes out the series that need a log file up to this one: some at a time, so that nothing waits for all. */
  async #sealHolding(logFile: number): Promise<void> {
    let sealed = 0;
    for (const index of this.#heads.holding(logFile)) {
      this.#seal(index, false);
      if (++sealed % SEALED_AT_ONCE === 0) await setImmediate();
    }
    this.#seals.flush();
    this.#seals.sync();
  }

  /** Runs work during which the database file only grows by its own log and no log file is deleted. */
  async whileFilesStay<T>(work: (logFiles: readonly number[]) => Promise<T>): Promise<T> {
    this.#logFiles.allowDeleting(false);
    this.#copies++;
    try {
      // A tidy that runs now must end first: answers come in order.
      await this.#thread.run({ kind: 'sync', mayMove: false });
      return await work([...this.#logFiles.numbers]);
    } finally {
      this.#copies--;
      if (this.#copies === 0) this.#logFiles.allowDeleting(true);
    }
  }

  /** Writes all points in memory to chunks, so that the next start has no log to replay. */
  async close(): Promise<void> {
    await this.#freeing;
    for (let index = 0; index < this.#heads.series.size; index++) this.#seal(index, false);
    const isWritten = await this.#seals.close();
    try {
      await this.#thread.run({ kind: 'close' });
      if (isWritten) await this.#logFiles.deleteAll();
    } finally {
      await this.#thread.close();
      await this.#logFiles.settled();
    }
  }

  /** Lets go of the chunks as they are; the log keeps what is not in them. */
  async abandon(): Promise<void> {
    await this.#thread.close();
  }
}
