import type { PointBatch } from '../../port.ts';
import { ByteWriter } from '../codec/bytes.ts';
import { type FramePlace, LogFile } from './log-file.ts';
import { buildFrame } from './log-frames.ts';
import { type RangeOperation, writePointsRecord, writeRecord } from './log-records.ts';

/** What was written; `batch` is the caller's own object, so that points are not copied on the way. */
export type LogEntry = { batch: PointBatch } | { record: RangeOperation };

interface Waiting {
  entry: LogEntry;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export interface WriteAheadLogOptions {
  folder: string;
  /** Number of the first file to create: above that of every file in the folder. */
  firstNumber: number;
  /** A new file is begun when the current one is longer. */
  rotateBytes: number;
  /** Rejects when so many bytes may not be written now (the disk is nearly full). */
  admit: (bytes: number, isDeletion: boolean) => Promise<void>;
  /** Called in order of the log, once an entry is on disk, before its append resolves. A record has a frame of its own. */
  apply: (entry: LogEntry, place: FramePlace) => void;
  /** Called when a new file was begun: every older file is complete. */
  onRotate: (fileNumber: number) => void;
  onWriteError: (error: unknown) => void;
}

/** Most bytes of records in one frame: bounds the memory of a group. */
const GROUP_BYTES = 8 * 2 ** 20;

/** The append-only log. Appends that arrive while one write is on its way share the next one (group commit). */
export class WriteAheadLog {
  readonly #options: WriteAheadLogOptions;
  readonly #buffer = new ByteWriter(256 * 1024);
  /** For frames of usual size, one at a time: as arrays of their own they would be the garbage of each append. */
  readonly #frame = Buffer.alloc(256 * 1024);
  #file: LogFile | null = null;
  #nextNumber: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(options: WriteAheadLogOptions) {
    this.#options = options;
    this.#nextNumber = options.firstNumber;
  }

  /** Resolves when the entry is on disk and applied; rejects, with nothing kept, when it cannot be. */
  append(entry: LogEntry): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the history store is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async #run(): Promise<void> {
    // Let the appends of this turn of the event loop join the first group.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      try {
        await this.#writeGroup(group);
      } catch (error) {
        this.#options.onWriteError(error);
        for (const waiting of group) waiting.reject(error);
      }
    }
    this.#running = null;
  }

  #takeGroup(): Waiting[] {
    this.#buffer.reset();
    let size = 0;
    while (size < this.#waiting.length && this.#buffer.length < GROUP_BYTES) {
      const { entry } = this.#waiting[size] as Waiting;
      if ('batch' in entry) {
        writePointsRecord(this.#buffer, entry.batch);
        size++;
        continue;
      }
      // Alone in its frame, so that it can be taken back.
      if (size === 0) {
        writeRecord(this.#buffer, entry.record);
        size++;
      }
      break;
    }
    return this.#waiting.splice(0, size);
  }

  async #writeGroup(group: Waiting[]): Promise<void> {
    let points = 0;
    let isDeletion = false;
    for (const { entry } of group) {
      if ('batch' in entry) points += entry.batch.length;
      else isDeletion = entry.record.kind !== 'edit';
    }
    const frame = buildFrame(this.#buffer.view(), points, this.#frame);
    await this.#options.admit(frame.length, isDeletion);
    const file = await this.#currentFile();
    const place = { fileNumber: file.number, at: file.length, bytes: frame.length };
    try {
      await file.append(frame);
    } catch (error) {
      // After a failed write the file may not be trusted any more: go on in a new one.
      this.#file = null;
      await file.close();
      throw error;
    }
    for (const { entry } of group) this.#options.apply(entry, place);
    for (const { resolve } of group) resolve();
  }

  async #currentFile(): Promise<LogFile> {
    if (this.#file && this.#file.length < this.#options.rotateBytes) return this.#file;
    await this.#file?.close();
    this.#file = null;
    const file = await LogFile.create(this.#options.folder, this.#nextNumber++);
    this.#file = file;
    this.#options.onRotate(file.number);
    return file;
  }

  /** Waits for what was appended and closes the file. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running) await this.#running;
    await this.#file?.close();
    this.#file = null;
  }
}
