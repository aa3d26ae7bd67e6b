import { HistoryUnavailableError, type PointBatch } from '../port.ts';
import { DiskFullError, DiskGuard, type DiskSpace, isOutOfSpace } from './folder/disk-space.ts';
import { type FramePlace, voidFrame } from './log/log-file.ts';
import type { RangeOperation } from './log/log-records.ts';
import { type LogEntry, WriteAheadLog } from './log/write-ahead-log.ts';
import { type OpenedContents, openContents } from './open-contents.ts';
import type { StoreContents, StoreContentsOptions } from './store-contents.ts';
import type { StoreMemory } from './store-memory.ts';
import type { WriterResult } from './workers/writer-tasks.ts';

export interface StoreWriterOptions extends StoreContentsOptions {
  diskSpace: () => Promise<DiskSpace>;
  /** A log file is complete at this length. */
  logFileBytes: number;
}

/** The writing half: the log, and what becomes of a record once it is on disk. */
export class StoreWriter {
  readonly #options: StoreWriterOptions;
  readonly #contents: StoreContents;
  readonly #log: WriteAheadLog;
  readonly #guard: DiskGuard;
  readonly #operations = new WeakMap<LogEntry, Promise<WriterResult>>();
  readonly tornLogTails: number;

  private constructor(options: StoreWriterOptions, { contents, tornLogTails }: OpenedContents) {
    this.#options = options;
    this.#contents = contents;
    this.tornLogTails = tornLogTails;
    this.#guard = new DiskGuard(options.diskSpace);
    this.#log = new WriteAheadLog({
      folder: options.paths.logFolder,
      // Never one that was replayed: its end may be torn.
      firstNumber: (contents.logFileNumbers.at(-1) ?? 0) + 1,
      rotateBytes: options.logFileBytes,
      admit: (bytes, isDeletion) => this.#guard.admit(bytes, isDeletion),
      apply: (entry, place) => this.#apply(entry, place),
      onRotate: (logFile) => contents.beginLogFile(logFile),
      onWriteError: (error) => {
        options.faults.raise('log', `history cannot be written: ${String(error)}`);
        if (error instanceof DiskFullError || isOutOfSpace(error))
          this.#guard.onceThereIsRoom(() => options.faults.clear('log'));
      },
    });
  }

  /** Opens the chunks (repairing them first when they are damaged), replays the log, and is then ready for appends. */
  static async start(options: StoreWriterOptions): Promise<StoreWriter> {
    return new StoreWriter(options, await openContents(options));
  }

  /** What is not in chunks yet. */
  get memory(): StoreMemory {
    return this.#contents.memory;
  }

  get logFileNumbers(): readonly number[] {
    return this.#contents.logFileNumbers;
  }

  #apply(entry: LogEntry, place: FramePlace): void {
    this.#options.faults.clear('log');
    if ('record' in entry) {
      const withdraw = () => voidFrame(this.#options.paths.logFolder, place);
      this.#operations.set(entry, this.#contents.operate(entry.record, place.fileNumber, withdraw));
      return;
    }
    this.#contents.add(entry.batch, place.fileNumber);
  }

  async append(batch: PointBatch): Promise<void> {
    await this.#contents.room();
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
    if (this.#contents.failure) throw this.#contents.failure;
    const entry: LogEntry = { record };
    await this.#write(entry);
    const result = await this.#operations.get(entry);
    return result?.changed ?? 0;
  }

  /** Runs work during which the database file only grows by its own log and no log file is deleted. */
  whileFilesStay<T>(work: (logFiles: readonly number[]) => Promise<T>): Promise<T> {
    return this.#contents.whileFilesStay(work);
  }

  /** Writes all points in memory to chunks, so that the next start has no log to replay. */
  async close(): Promise<void> {
    this.#guard.close();
    await this.#log.close();
    await this.#contents.close();
  }
}
