import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AggregateQuery,
  type Aggregates,
  type ChangesQuery,
  type Columns,
  type ColumnsQuery,
  type CountQuery,
  type Historian,
  type HistorianStats,
  type LastPoint,
  MOST_POINTS,
  type PackedColumns,
  type PointBatch,
  type PointValue,
  type ScanQuery,
  type SeriesKey,
  type SeriesPoints,
  type StoredHour,
  TooManyPointsError,
} from '../port.ts';
import { CHUNK_POINTS } from './chunks/series-tail.ts';
import type { Damage } from './damage.ts';
import { Faults } from './faults.ts';
import { copyStore } from './folder/backup.ts';
import { type DiskSpace, readDiskSpace } from './folder/disk-space.ts';
import { type BeforeUpgrade, type HistoryPaths, historyPaths, prepareFolder } from './folder/folder.ts';
import { FolderLock } from './folder/folder-lock.ts';
import { logFileName } from './log/log-file.ts';
import { wholeRange } from './points/time-range.ts';
import { requestRepair } from './repair/repair-store.ts';
import { StoreReader } from './store-reader.ts';
import { StoreWriter } from './store-writer.ts';
import type { SpareThreads } from './workers/spare-threads.ts';

export interface EmbeddedHistorianOptions {
  /** The store's own folder; made when it is not there. */
  folder: string;
  /** Hears of every fault when it begins, in one line. */
  onFault?: (text: string) => void;
  beforeUpgrade?: BeforeUpgrade;
  /** How much room there is, for other than local disks. */
  diskSpace?: () => Promise<DiskSpace>;
  /** Points of a full chunk; smaller ones make a short test go through every path. */
  chunkPoints?: number;
  /** Length at which a log file is complete. */
  logFileBytes?: number;
  /** Complete log files that may wait for series to fill their chunks. */
  logFilesKept?: number;
  /** Points that one answer may hold; beyond it a query is refused (`TooManyPointsError`). */
  mostPoints?: number;
  /** Where its writing thread comes from and goes to, in a process that opens one store after another (tests). */
  spareThreads?: SpareThreads | undefined;
}

/**
 * Opens (or makes) the history store in a folder: takes its lock, checks its format, replays its log. Throws
 * HistoryFolderError when the folder is in use, of a newer format, or something else.
 */
export async function openEmbeddedHistorian(options: EmbeddedHistorianOptions): Promise<Historian> {
  const paths = historyPaths(options.folder);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const lock = FolderLock.take(paths.lockFile, options.folder);
  try {
    await prepareFolder(options.folder, options.beforeUpgrade);
    const faults = new Faults(options.onFault ?? ((): void => undefined));
    const onDamage = ({ text, isStructural }: Damage): void => {
      if (isStructural) requestRepair(paths);
      faults.raise(text, isStructural ? `${text}. The next start repairs it.` : text);
    };
    const lost = { threads: 0 };
    const onLost = (error: Error): void => {
      lost.threads++;
      faults.tell(`${error.message}; another takes its place`);
    };
    const writer = await StoreWriter.start({
      paths,
      faults,
      onDamage,
      onLost,
      diskSpace: options.diskSpace ?? (() => readDiskSpace(options.folder)),
      chunkPoints: options.chunkPoints ?? CHUNK_POINTS,
      logFileBytes: options.logFileBytes ?? 16 * 2 ** 20,
      logFilesKept: options.logFilesKept ?? 1,
      spareThreads: options.spareThreads,
    });
    const { mostPoints = MOST_POINTS } = options;
    const reader = new StoreReader(paths.chunkFile, writer.memory, onDamage, mostPoints, onLost);
    return new EmbeddedHistorian(paths, lock, faults, writer, reader, lost, mostPoints);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The embedded engine behind the port: checks what it is given and joins the writing and the reading half. */
class EmbeddedHistorian implements Historian {
  readonly #paths: HistoryPaths;
  readonly #lock: FolderLock;
  readonly #faults: Faults;
  readonly #writer: StoreWriter;
  readonly #reader: StoreReader;
  readonly #lost: { readonly threads: number };
  readonly #mostPoints: number;
  #closing: Promise<void> | null = null;

  constructor(
    paths: HistoryPaths,
    lock: FolderLock,
    faults: Faults,
    writer: StoreWriter,
    reader: StoreReader,
    lost: { readonly threads: number },
    mostPoints: number,
  ) {
    this.#paths = paths;
    this.#lock = lock;
    this.#faults = faults;
    this.#writer = writer;
    this.#reader = reader;
    this.#lost = lost;
    this.#mostPoints = mostPoints;
  }

  async append(batch: PointBatch): Promise<void> {
    if (batch.problem !== null) throw new RangeError(batch.problem);
    if (batch.length > 0) await this.#writer.append(batch);
  }

  async readColumns(query: ColumnsQuery): Promise<Columns> {
    return this.#reader.readColumns(query);
  }

  async readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints> {
    return this.#reader.readSeries(key, fromMs, toMs, signal);
  }

  async readMany(query: CountQuery): Promise<SeriesPoints[]> {
    const points = await this.#reader.countPoints(query);
    if (points > this.#mostPoints) throw new TooManyPointsError(points, this.#mostPoints);
    const { keys, fromMs, toMs, signal } = query;
    return Promise.all(keys.map((key) => this.#reader.readSeries(key, fromMs, toMs, signal)));
  }

  async countPoints(query: CountQuery): Promise<number> {
    return this.#reader.countPoints(query);
  }

  scan(query: ScanQuery): AsyncIterable<Columns> {
    return this.#reader.scan(query);
  }

  scanPacked(query: ScanQuery): AsyncIterable<PackedColumns> {
    return this.#reader.scanPacked(query);
  }

  scanSeries(query: Omit<ScanQuery, 'keys'> & { key: SeriesKey }): AsyncIterable<SeriesPoints> {
    return this.#reader.scanSeries(query);
  }

  async aggregate(query: AggregateQuery): Promise<Aggregates> {
    return this.#reader.aggregate(query);
  }

  async nextChange(key: SeriesKey, afterMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    return this.#reader.nextChange(key, afterMs, signal);
  }

  async previousChange(key: SeriesKey, beforeMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    return this.#reader.previousChange(key, beforeMs, signal);
  }

  async listChanges(query: ChangesQuery): Promise<LastPoint[]> {
    return this.#reader.listChanges(query);
  }

  async stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    return this.#reader.stateAt(keys, timeMs);
  }

  async latest(): Promise<LastPoint[]> {
    return this.#writer.memory.latest();
  }

  async editRange(key: SeriesKey, from: number, to: number, value: PointValue): Promise<number> {
    const [fromMs, toMs] = wholeRange(from, to);
    if (typeof value !== 'number' && typeof value !== 'string') throw new TypeError('a value is a number or a string');
    return fromMs > toMs ? 0 : this.#writer.operate({ kind: 'edit', key, fromMs, toMs, value });
  }

  async deleteRange(key: SeriesKey, from: number, to: number): Promise<number> {
    const [fromMs, toMs] = wholeRange(from, to);
    return fromMs > toMs ? 0 : this.#writer.operate({ kind: 'delete', key, fromMs, toMs });
  }

  async dropBefore(timeMs: number, keys?: readonly SeriesKey[]): Promise<number> {
    const [beforeMs] = wholeRange(timeMs, timeMs);
    return this.#writer.operate({ kind: 'drop', beforeMs, only: keys ? [...new Set(keys)] : null });
  }

  async bytesByHour(signal?: AbortSignal): Promise<StoredHour[]> {
    return this.#reader.bytesByHour(signal);
  }

  async backup(folder: string): Promise<void> {
    await this.#writer.whileFilesStay((logFiles) => copyStore(this.#paths, logFiles, folder));
  }

  stats(): HistorianStats {
    const { chunkFile, logFolder } = this.#paths;
    const files = [
      chunkFile,
      `${chunkFile}-wal`,
      ...this.#writer.logFileNumbers.map((n) => join(logFolder, logFileName(n))),
    ];
    let bytesOnDisk = 0;
    for (const file of files) bytesOnDisk += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return {
      series: this.#writer.memory.series,
      points: this.#writer.memory.points,
      bytesOnDisk,
      tornLogTails: this.#writer.tornLogTails,
      lostThreads: this.#lost.threads,
      faults: this.#faults.blocking(),
      damage: this.#faults.damage(),
      engine: 'embedded',
      behind: null,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#reader.close();
      await this.#writer.close();
    } finally {
      this.#lock.release();
    }
  }
}
