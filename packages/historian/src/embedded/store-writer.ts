import { setImmediate } from 'node:timers/promises';
import { HistoryUnavailableError, type PointBatch } from '../port.ts';
import { isDatabaseDamage, type OnDamage } from './damage.ts';
import { DiskFullError, DiskGuard, type DiskSpace, isOutOfSpace } from './disk-space.ts';
import type { Faults } from './faults.ts';
import { HistoryFolderError, type HistoryPaths } from './folder.ts';
import { Heads } from './heads/heads.ts';
import { type FramePlace, voidFrame } from './log/log-file.ts';
import { LogFiles } from './log/log-files.ts';
import type { LogRecord } from './log/log-records.ts';
import { replayLog } from './log/replay-log.ts';
import { type LogEntry, WriteAheadLog } from './log/write-ahead-log.ts';
import { finishRepair, isRepairRequested, repairChunks } from './repair/repair-store.ts';
import { SealQueue } from './seal-queue.ts';
import { StoreMemory } from './store-memory.ts';
import type { WriterResult } from './workers/writer-tasks.ts';
import { WriterThread } from './workers/writer-thread.ts';

/** Series that are sealed in one turn of the event loop: a few milliseconds. */
const SEALED_AT_ONCE = 128;

/** What the log can say besides "these points were written". */
export type RangeOperation = Exclude<LogRecord, { kind: 'points' }>;

export interface StoreWriterOptions {
  paths: HistoryPaths;
  faults: Faults;
  onDamage: OnDamage;
  /** Hears of a writing thread that ends by itself. */
  onLost: (error: Error) => void;
  diskSpace: () => Promise<DiskSpace>;
  /** Points of a full chunk. */
  chunkPoints: number;
  /** A log file is complete at this length. */
  logFileBytes: number;
  /** Complete log files that may wait for series to fill their chunks; older points are written out early. */
  logFilesKept: number;
}

/** The writing half: log, heads in memory, and the queue to the chunks. */
export class StoreWriter {
  readonly #options: StoreWriterOptions;
  readonly #thread: WriterThread;
  readonly #seals: SealQueue;
  readonly #heads: Heads;
  readonly #logFiles: LogFiles;
  readonly #log: WriteAheadLog;
  readonly #guard: DiskGuard;
  /** What is not in chunks yet. */
  readonly memory: StoreMemory;
  readonly #operations = new WeakMap<LogEntry, Promise<WriterResult>>();
  #copies = 0;
  /** Old log files are on their way to be needed no more. */
  #freeing: Promise<void> = Promise.resolve();
  #isOpen = false;
  #hasReplayedOperations = false;
  /** The database itself is damaged. */
  #isDamaged = false;
  tornLogTails = 0;

  private constructor(options: StoreWriterOptions, logFiles: LogFiles, nextLogFile: number) {
    this.#options = options;
    this.#logFiles = logFiles;
    this.#thread = new WriterThread(
      { path: options.paths.chunkFile, chunkPoints: options.chunkPoints },
      (damage) => {
        this.#isDamaged ||= damage.isStructural;
        if (this.#isOpen || !damage.isStructural) options.onDamage(damage);
      },
      options.onLost,
    );
    this.#seals = new SealQueue({
      writer: this.#thread,
      faults: options.faults,
      mayMove: () => this.#copies === 0,
      onRelease: (logFile) => logFiles.release(logFile),
    });
    this.#heads = new Heads(
      options.chunkPoints,
      (index, lateOnly) => this.#seal(index, lateOnly),
      (logFile) => logFiles.hold(logFile),
    );
    this.memory = new StoreMemory(this.#heads, this.#seals);
    this.#guard = new DiskGuard(options.diskSpace);
    this.#log = new WriteAheadLog({
      folder: options.paths.logFolder,
      firstNumber: nextLogFile,
      rotateBytes: options.logFileBytes,
      admit: (bytes, isDeletion) => this.#guard.admit(bytes, isDeletion),
      apply: (entry, place) => this.#apply(entry, place),
      onRotate: (logFile) => this.#onRotate(logFile),
      onWriteError: (error) => {
        options.faults.raise('log', `history cannot be written: ${String(error)}`);
        if (error instanceof DiskFullError || isOutOfSpace(error))
          this.#guard.onceThereIsRoom(() => options.faults.clear('log'));
      },
    });
  }

  /** Opens the chunks (repairing them first when they are damaged), replays the log, and is then ready for appends. */
  static async start(options: StoreWriterOptions): Promise<StoreWriter> {
    finishRepair(options.paths);
    if (isRepairRequested(options.paths)) repair(options);
    const writer = await StoreWriter.#replayed(options);
    if (writer) return writer;
    repair(options);
    const repaired = await StoreWriter.#replayed(options);
    if (!repaired) throw new HistoryFolderError(`The history in ${options.paths.folder} is damaged beyond repair.`);
    return repaired;
  }

  /** Answers null when the chunk database must be repaired first. */
  static async #replayed(options: StoreWriterOptions): Promise<StoreWriter | null> {
    const writer = await StoreWriter.#open(options);
    if (!writer) return null;
    try {
      await writer.#replayAll();
      return writer;
    } catch (error) {
      await writer.#thread.close();
      if (isDatabaseDamage(error)) return null;
      throw error;
    }
  }

  /** Answers null when the chunk database must be repaired first. */
  static async #open(options: StoreWriterOptions): Promise<StoreWriter | null> {
    const logFiles = new LogFiles(options.paths.logFolder);
    const numbers = await logFiles.load();
    const writer = new StoreWriter(options, logFiles, (numbers.at(-1) ?? 0) + 1);
    try {
      const { latest, points } = await writer.#thread.run({ kind: 'open' });
      writer.#seals.storedPoints = points;
      for (const last of latest) writer.#heads.register(last.key, last);
      writer.#isOpen = !writer.#isDamaged;
      if (writer.#isOpen) return writer;
    } catch (error) {
      if (!isDatabaseDamage(error)) {
        await writer.#thread.close();
        throw error;
      }
    }
    await writer.#thread.close();
    return null;
  }

  async #replayAll(): Promise<void> {
    const replay = await replayLog(
      this.#options.paths.logFolder,
      [...this.#logFiles.numbers],
      (record, logFile) => this.#replay(record, logFile),
      async () => {
        // Without room on the disk, memory has to take what it held before.
        if (!this.#seals.failure) await this.#seals.room()?.catch(() => undefined);
      },
    );
    // Nobody may read before an edit or a deletion was carried out; while that cannot be, all other series are served.
    if (this.#hasReplayedOperations) await this.#seals.drain();
    this.tornLogTails = replay.tornFiles;
    if (replay.damagedBytes > 0) {
      this.#options.faults.raise('replay', `${replay.damagedBytes} bytes of the log were damaged and are lost`);
    }
    this.#logFiles.allowDeleting(true);
  }

  #replay(record: LogRecord, logFile: number): void {
    if (record.kind === 'points') {
      this.#heads.addBatch(record.batch, logFile);
    } else {
      this.#hasReplayedOperations = true;
      const done = this.#operate(record, logFile);
      if (record.kind !== 'drop') this.memory.settleAfter(record.key, done);
    }
  }

  #apply(entry: LogEntry, place: FramePlace): void {
    this.#options.faults.clear('log');
    if ('record' in entry) {
      const withdraw = () => voidFrame(this.#options.paths.logFolder, place);
      this.#operations.set(entry, this.#operate(entry.record, place.fileNumber, withdraw));
      return;
    }
    this.#heads.addBatch(entry.batch, place.fileNumber);
  }

  /** Writes out what is in memory of the series concerned, then runs the operation on the chunks. */
  #operate(record: RangeOperation, logFile: number, withdraw?: () => Promise<void>): Promise<WriterResult> {
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

  #onRotate(logFile: number): void {
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

  async append(batch: PointBatch): Promise<void> {
    await this.#seals.room();
    await this.#write({ batch });
  }

  async #write(entry: LogEntry): Promise<void> {
    try {
      await this.#log.append(entry);
    } catch (error) {
      const isSystems = error instanceof Error && 'syscall' in error;
      if (!isSystems) throw error;
      throw new HistoryUnavailableError(`history cannot be written: ${error.message}`, {
        isFull: isOutOfSpace(error),
        cause: error,
      });
    }
  }

  /**
   * Logs the operation, runs it, and answers how many points it concerned.
   * @throws HistoryUnavailableError
   */
  async operate(record: RangeOperation): Promise<number> {
    // What was sealed before would have to be written first.
    if (this.#seals.failure) throw this.#seals.failure;
    const entry: LogEntry = { record };
    await this.#write(entry);
    const result = await this.#operations.get(entry);
    return result?.changed ?? 0;
  }

  get logFileNumbers(): readonly number[] {
    return this.#logFiles.numbers;
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
    this.#guard.close();
    await this.#log.close();
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
}

function repair({ paths, faults }: StoreWriterOptions): void {
  const { chunks, points, damagedFile } = repairChunks(paths);
  faults.raise(
    'repair',
    `the chunk database was damaged and has been built anew from its ${chunks} whole chunks (${points} points); ` +
      `the damaged one is kept as ${damagedFile}`,
  );
}
