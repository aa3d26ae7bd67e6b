import { readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Faults } from '../../embedded/faults.ts';
import { DiskFullError, DiskGuard, type DiskSpace, isOutOfSpace } from '../../embedded/folder/disk-space.ts';
import { logFileName } from '../../embedded/log/log-file.ts';
import { LogFiles } from '../../embedded/log/log-files.ts';
import { LOG_HEADER, scanLog } from '../../embedded/log/log-frames.ts';
import type { LogRecord, RangeOperation } from '../../embedded/log/log-records.ts';
import { refuseNewerLogs } from '../../embedded/log/newer-log.ts';
import { type LogEntry, WriteAheadLog } from '../../embedded/log/write-ahead-log.ts';
import { HistoryUnavailableError, type PointBatch } from '../../port.ts';
import { Block } from './block.ts';
import { type Sending, SendingMark } from './sending-mark.ts';
import { fileOf, versionOf } from './versions.ts';

/** An operation that waits for its turn; whoever asked for it may be waiting, too. */
export interface StagedOperation {
  readonly kind: 'operation';
  readonly fromVersion: number;
  readonly toVersion: number;
  readonly record: RangeOperation;
}

export type Staged = Block | StagedOperation;

export interface StagedLogOptions {
  folder: string;
  faults: Faults;
  diskSpace: () => Promise<DiskSpace>;
  /** Numbers of log files up to this one were used before. */
  usedFileNumber: number;
  /** Hears of everything that was put into the log. */
  onStaged: () => void;
  logFileBytes?: number;
  /** Points of one block. */
  blockPoints?: number;
  /** Beyond this, points are read from the log again when it is their turn. */
  pointsInMemory?: number;
}

/** A whole file is read at one moment, so it is short. */
const LOG_FILE_BYTES = 2 ** 20;
const BLOCK_POINTS = 250_000;
const POINTS_IN_MEMORY = 1_000_000;

/**
 * What was acknowledged and is not at the server yet: in the same log as the embedded engine's, in order. The newest of it
 * is in memory, too, as long as that is not too much.
 */
export class StagedLog {
  readonly #options: StagedLogOptions;
  readonly #files: LogFiles;
  readonly #log: WriteAheadLog;
  readonly #guard: DiskGuard;
  readonly #mark: SendingMark;
  /** From before the start: its end is the end of a block. */
  readonly #sending: Sending | null;
  readonly #answers = new Map<number, (answer: number | Error) => void>();
  /** Where each operation stands, from when it is in the log. */
  readonly #versions = new WeakMap<LogEntry, number>();
  readonly #queue: Staged[] = [];
  /** The last of the queue, while points may be added to it. */
  #open: Block | null = null;
  /** Whether what is put into the log goes into the queue at once; otherwise it is read from the log in its turn. */
  #isLive: boolean;
  /** The last record that is or was in the queue. */
  #queued: number;
  /** The last record in the log. */
  #last: number;
  #fileNumber = 0;
  #nth = 0;
  #pointsInMemory = 0;
  #pointsUnread = 0;
  /** Files from this one on hold something that is not settled. */
  #neededFrom: number;
  #tornTails = 0;

  private constructor(options: StagedLogOptions, files: LogFiles, mark: SendingMark, sending: Sending | null) {
    this.#options = options;
    this.#files = files;
    this.#mark = mark;
    this.#sending = sending;
    this.#isLive = files.numbers.length === 0;
    this.#queued = (sending?.fromVersion ?? 1) - 1;
    this.#neededFrom = files.numbers[0] ?? 0;
    for (const number of files.numbers) files.hold(number);
    files.allowDeleting(true);
    const used = Math.max(options.usedFileNumber, files.numbers.at(-1) ?? 0, fileOf(sending?.toVersion ?? 0));
    // How many records the newest file has is known once it is read.
    this.#last = versionOf(used + 1, 0) - 1;
    this.#guard = new DiskGuard(options.diskSpace);
    this.#log = new WriteAheadLog({
      folder: options.folder,
      firstNumber: used + 1,
      rotateBytes: options.logFileBytes ?? LOG_FILE_BYTES,
      admit: (bytes, isDeletion) => this.#guard.admit(bytes, isDeletion),
      apply: (entry, { fileNumber }) => this.#apply(entry, fileNumber),
      onRotate: (fileNumber) => {
        files.added(fileNumber);
        files.hold(fileNumber);
      },
      onWriteError: (error) => this.#raise(error),
    });
  }

  /** @throws HistoryFolderError when a newer version has left something in the log */
  static async open(options: StagedLogOptions): Promise<StagedLog> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const files = new LogFiles(options.folder);
    // While it runs nothing could be done about it, and devices would be acknowledged for a server that gets nothing.
    await refuseNewerLogs(options.folder, await files.load());
    const mark = new SendingMark(options.folder);
    return new StagedLog(options, files, mark, await mark.read());
  }

  #raise(error: unknown): void {
    const { faults } = this.#options;
    faults.raise('log', `history cannot be written: ${String(error)}`);
    if (error instanceof DiskFullError || isOutOfSpace(error)) this.#guard.onceThereIsRoom(() => faults.clear('log'));
  }

  /** The last record in the log: once that one is settled, everything is. */
  get lastVersion(): number {
    return this.#last;
  }

  /** Points that are not settled; of what an earlier run left only those that were met since. */
  get waitingPoints(): number {
    return this.#pointsInMemory + this.#pointsUnread;
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0 && this.#isLive;
  }

  /** Whether all there is is a block that more may come to. */
  get isGathering(): boolean {
    return this.isAllTaken && this.#queue[0] === this.#open;
  }

  /** Whether what `take` gives is all there is. */
  get isAllTaken(): boolean {
    return this.#isLive && this.#queue.length === 1;
  }

  get tornTails(): number {
    return this.#tornTails;
  }

  /** The files that there are, by their names. */
  fileNames(): string[] {
    return this.#files.numbers.map((number) => join(this.#options.folder, logFileName(number)));
  }

  /** Resolves when the batch is on disk. */
  async append(batch: PointBatch): Promise<void> {
    await this.#write({ batch });
  }

  /** Resolves, once it was carried out, with how many points it concerned. */
  async operate(record: RangeOperation): Promise<number> {
    const entry: LogEntry = { record };
    await this.#write(entry);
    const version = this.#versions.get(entry) ?? 0;
    return new Promise((resolve, reject) => {
      this.#answers.set(version, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  }

  /** Tells whoever waits for an operation, once. */
  answer(version: number, answer: number | Error): void {
    this.#answers.get(version)?.(answer);
    this.#answers.delete(version);
  }

  /** Whoever still waits for an operation hears that it will be carried out later, or by whoever opens the log next. */
  abandon(why = 'the history store is closing'): void {
    const error = new HistoryUnavailableError(why, { mayHappen: true });
    for (const version of this.#answers.keys()) this.answer(version, error);
  }

  async #write(entry: LogEntry): Promise<void> {
    try {
      await this.#log.append(entry);
    } catch (error) {
      const isSystems = error instanceof Error && 'syscall' in error;
      if (!isSystems) throw error;
      const options = { isFull: isOutOfSpace(error), cause: error };
      throw new HistoryUnavailableError(`history cannot be written: ${error.message}`, options);
    }
  }

  #apply(entry: LogEntry, fileNumber: number): void {
    this.#options.faults.clear('log');
    this.#nth = fileNumber === this.#fileNumber ? this.#nth + 1 : 1;
    this.#fileNumber = fileNumber;
    const version = versionOf(fileNumber, this.#nth);
    this.#last = version;
    if ('record' in entry) this.#versions.set(entry, version);
    this.#isLive &&= this.#pointsInMemory < (this.#options.pointsInMemory ?? POINTS_IN_MEMORY);
    if (this.#isLive) this.#enqueue('record' in entry ? entry.record : { kind: 'points', batch: entry.batch }, version);
    else if ('batch' in entry) this.#pointsUnread += entry.batch.length;
    this.#options.onStaged();
  }

  #enqueue(record: LogRecord, version: number): void {
    // It is settled, or the reading of a file brought it before it was known to be on disk.
    if (version <= this.#queued) return;
    this.#queued = version;
    if (record.kind !== 'points') {
      this.#queue.push({ kind: 'operation', fromVersion: version, toVersion: version, record });
      this.#open = null;
      return;
    }
    const isFull = (this.#open?.length ?? 0) >= (this.#options.blockPoints ?? BLOCK_POINTS);
    if (!this.#open || isFull || this.#open.toVersion === this.#sending?.toVersion) {
      this.#open = new Block(version);
      this.#queue.push(this.#open);
    }
    this.#open.add(record.batch, version);
    this.#pointsInMemory += record.batch.length;
  }

  /** The next to go to the server, which nothing is added to any more; null when there is none. */
  take(): Staged | null {
    while (this.#queue.length === 0 && !this.#isLive) this.#readNextFile();
    const [next] = this.#queue;
    if (next === this.#open) this.#open = null;
    return next ?? null;
  }

  /** Reads a file of the log at one moment, in which nothing is put into it. */
  #readNextFile(): void {
    const next = this.#files.numbers.find((number) => number >= fileOf(this.#queued + 1));
    if (next !== undefined) this.#readFile(next);
    // What is put into the newest file from now on goes into the queue at once.
    if (next === undefined || next === this.#files.numbers.at(-1)) this.#isLive = true;
    else this.#queued = Math.max(this.#queued, versionOf(next + 1, 0) - 1);
    if (this.#isLive) this.#pointsUnread = 0;
  }

  #readFile(number: number): void {
    const { folder, faults } = this.#options;
    const name = logFileName(number);
    const file = readFileSync(join(folder, name));
    const before = this.#pointsInMemory;
    let nth = 0;
    const { tornBytes, damagedBytes } = scanLog(file, (record) => this.#enqueue(record, versionOf(number, ++nth)));
    this.#pointsUnread = Math.max(0, this.#pointsUnread - (this.#pointsInMemory - before));
    if (tornBytes > 0 && number !== this.#fileNumber && file.length > LOG_HEADER.length) this.#tornTails++;
    if (damagedBytes > 0) faults.raise(name, `${name}: ${damagedBytes} bytes fail their checksum`);
  }

  /** Notes that what `take` gave is being sent, so that it can be sent again as it is. */
  markSending({ fromVersion, toVersion }: Staged): Promise<void> {
    return this.#mark.write({ fromVersion, toVersion });
  }

  /** What `take` gave is at the server. */
  settle(): void {
    const settled = this.#queue.shift();
    if (settled?.kind === 'points') this.#pointsInMemory -= settled.length;
    const next = this.#queue[0]?.fromVersion ?? this.#queued + 1;
    for (; this.#neededFrom < fileOf(next); this.#neededFrom++) this.#files.release(this.#neededFrom);
  }

  /** Copies what is not settled yet into an empty folder; what is put into the log meanwhile may be missing. */
  async copyTo(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#files.allowDeleting(false);
    try {
      for (const file of this.fileNames()) await copyFile(file, join(folder, basename(file)));
    } finally {
      this.#files.allowDeleting(true);
    }
  }

  /** Waits for what is being written; a log that has nothing left to be sent is deleted. */
  async close(): Promise<void> {
    this.#guard.close();
    await this.#log.close();
    if (this.isEmpty) {
      await this.#files.deleteAll();
      await this.#mark.clear();
    }
    await this.#files.settled();
  }
}
