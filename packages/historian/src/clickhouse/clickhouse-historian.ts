import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Faults } from '../embedded/faults.ts';
import { type DiskSpace, readDiskSpace } from '../embedded/folder/disk-space.ts';
import { FolderLock } from '../embedded/folder/folder-lock.ts';
import type { RangeOperation } from '../embedded/log/log-records.ts';
import { toSeriesPoints } from '../embedded/points/points.ts';
import { wholeRange } from '../embedded/points/time-range.ts';
import { toColumns } from '../embedded/read/columns.ts';
import {
  type AggregateQuery,
  type Aggregates,
  type ChangesQuery,
  type Columns,
  type ColumnsQuery,
  type CountQuery,
  type Historian,
  type HistorianStats,
  HistoryUnavailableError,
  type LastPoint,
  MOST_POINTS,
  type PackedColumns,
  type PointBatch,
  type PointValue,
  type ScanQuery,
  type SeriesKey,
  type SeriesPoints,
  type StoredHour,
} from '../port.ts';
import { aggregate } from './reading/aggregates.ts';
import { listChanges, nextChange, previousChange } from './reading/changes.ts';
import { ServerReader } from './reading/server-reader.ts';
import type { HistoryTarget } from './server/history-url.ts';
import { describeFor, type HistoryServer, openHistoryServer } from './server/open-server.ts';
import { Ownership } from './server/ownership.ts';
import { Carrier } from './staging/carrier.ts';
import { StagedLog } from './staging/staged-log.ts';
import { StoredSize } from './stored-size.ts';
import { SummaryBuilder } from './summaries/builder.ts';
import type { SummaryOptions } from './summaries/spans.ts';
import { Summaries } from './summaries/summaries.ts';

export interface ClickHouseHistorianOptions {
  target: HistoryTarget;
  /** The folder of what is acknowledged and not at the server yet; made when it is not there. */
  folder: string;
  /** Hears of every fault when it begins, in one line. */
  onFault?: (text: string) => void;
  /** Hears when the server can be written to again. */
  onRecovered?: () => void;
  diskSpace?: () => Promise<DiskSpace>;
  /** Points that one answer may hold; beyond it a query is refused (`TooManyPointsError`). */
  mostPoints?: number;
  /** A question waits so long for what was acknowledged before it to be at the server. */
  patienceMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  logFileBytes?: number;
  blockPoints?: number;
  pointsInMemory?: number;
  gatherMs?: number;
  summaries?: SummaryOptions;
}

/** Longer, and people would rather have what is there. */
const PATIENCE_MS = 2000;
/** Whoever stops the portal waits not much longer; what is left is carried after the next start. */
const CLOSE_PATIENCE_MS = 3000;
/** What waits for less than this is on its way as usual. */
const BEHIND_FROM_MS = 5000;

/**
 * Opens history at a ClickHouse server, behind a log in a folder.
 * @throws HistoryServerError when the server cannot be used as it is; HistoryFolderError when the folder cannot be
 */
export async function openClickHouseHistorian(options: ClickHouseHistorianOptions): Promise<Historian> {
  const { folder, onFault = () => undefined, mostPoints = MOST_POINTS } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = FolderLock.take(join(folder, 'lock'), folder);
  let server: HistoryServer | null = null;
  let ownership: Ownership | null = null;
  try {
    server = await openHistoryServer(options.target);
    const owned = await Ownership.claim(server, folder);
    ownership = owned;
    const faults = new Faults(onFault);
    const now = options.now ?? Date.now;
    const summaries = await Summaries.open(server, now, options.summaries);
    const reader = new ServerReader(server, mostPoints, summaries?.spans);
    const size = await StoredSize.of(reader);
    const log = await StagedLog.open({
      ...options,
      diskSpace: options.diskSpace ?? (() => readDiskSpace(folder)),
      faults,
      usedFileNumber: await usedFileNumber(server),
      onStaged: () => carrier.staged(),
    });
    const carrier: Carrier = new Carrier({
      server,
      log,
      summaries,
      guard: (signal) => owned.check(signal),
      now,
      onSettled: (staged) => size.wrote(staged),
      onTrouble: (text) =>
        text === null ? options.onRecovered?.() : onFault(`history waits on this machine: ${text}`),
      ...(options.gatherMs === undefined ? {} : { gatherMs: options.gatherMs }),
    });
    carrier.start();
    const builder =
      summaries &&
      new SummaryBuilder({
        summaries,
        betweenWrites: (change) => carrier.betweenWrites(change),
        guard: (signal) => owned.check(signal),
        now,
        onTrouble: (text) => onFault(`history is answered without new summaries: ${text}`),
      });
    if (summaries && Number.isFinite(summaries.spans.options.everyMs)) builder?.start();
    return new ClickHouseHistorian({ options, lock, faults, server, ownership, reader, size, log, carrier, builder });
  } catch (error) {
    await ownership?.release();
    await server?.connection.close();
    lock.release();
    throw describeFor(options.target, error);
  }
}

/** Versions must never come again, even if the folder is a new one. */
async function usedFileNumber({ connection, tables }: HistoryServer): Promise<number> {
  const found = await connection.select(`SELECT max(value) AS number FROM ${tables.marks} WHERE name = 'log'`);
  return found.numbers('number')[0] ?? 0;
}

interface Parts {
  options: ClickHouseHistorianOptions;
  lock: FolderLock;
  faults: Faults;
  server: HistoryServer;
  ownership: Ownership;
  reader: ServerReader;
  size: StoredSize;
  log: StagedLog;
  carrier: Carrier;
  builder: SummaryBuilder | null;
}

/** The engine behind the port: what is written goes through the log, what is asked waits until that is at the server. */
class ClickHouseHistorian implements Historian {
  readonly #parts: Parts;
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async append(batch: PointBatch): Promise<void> {
    if (batch.problem !== null) throw new RangeError(batch.problem);
    if (batch.length > 0) await this.#parts.log.append(batch);
  }

  /** What was acknowledged before a question is in its answer, as long as the server takes it in. */
  async #reader(signal?: AbortSignal): Promise<ServerReader> {
    signal?.throwIfAborted();
    await this.#parts.carrier.flush(this.#parts.options.patienceMs ?? PATIENCE_MS);
    signal?.throwIfAborted();
    return this.#parts.reader;
  }

  async readColumns(query: ColumnsQuery): Promise<Columns> {
    return (await this.#reader(query.signal)).readColumns(query);
  }

  async readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints> {
    return (await this.#reader(signal)).readSeries(key, fromMs, toMs, signal);
  }

  async countPoints(query: CountQuery): Promise<number> {
    return (await this.#reader(query.signal)).countPoints(query);
  }

  async *scan(query: ScanQuery): AsyncGenerator<Columns> {
    for await (const page of this.scanPacked(query)) yield toColumns(page);
  }

  async *scanPacked(query: ScanQuery): AsyncGenerator<PackedColumns> {
    yield* (await this.#reader(query.signal)).scanPacked(query);
  }

  async *scanSeries(query: Omit<ScanQuery, 'keys'> & { key: SeriesKey }): AsyncGenerator<SeriesPoints> {
    for await (const points of (await this.#reader(query.signal)).scanPoints(query)) yield toSeriesPoints(points);
  }

  async aggregate(query: AggregateQuery): Promise<Aggregates> {
    return aggregate(await this.#reader(query.signal), query, this.#parts.options.mostPoints ?? MOST_POINTS);
  }

  async nextChange(key: SeriesKey, afterMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    return nextChange(await this.#reader(signal), key, afterMs, signal);
  }

  async previousChange(key: SeriesKey, beforeMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    return previousChange(await this.#reader(signal), key, beforeMs, signal);
  }

  async listChanges(query: ChangesQuery): Promise<LastPoint[]> {
    return listChanges(await this.#reader(query.signal), query);
  }

  async stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    return (await this.#reader()).stateAt(keys, timeMs);
  }

  async latest(): Promise<LastPoint[]> {
    return (await this.#reader()).latest();
  }

  async editRange(key: SeriesKey, from: number, to: number, value: PointValue): Promise<number> {
    const [fromMs, toMs] = wholeRange(from, to);
    if (typeof value !== 'number' && typeof value !== 'string') throw new TypeError('a value is a number or a string');
    return fromMs > toMs ? 0 : this.#operate({ kind: 'edit', key, fromMs, toMs, value });
  }

  async deleteRange(key: SeriesKey, from: number, to: number): Promise<number> {
    const [fromMs, toMs] = wholeRange(from, to);
    return fromMs > toMs ? 0 : this.#operate({ kind: 'delete', key, fromMs, toMs });
  }

  async dropBefore(timeMs: number, keys?: readonly SeriesKey[]): Promise<number> {
    const [beforeMs] = wholeRange(timeMs, timeMs);
    return this.#operate({ kind: 'drop', beforeMs, only: keys ? [...new Set(keys)] : null });
  }

  /** It takes its turn behind what was written before; what cannot have its turn now is refused, with nothing changed. */
  async #operate(record: RangeOperation): Promise<number> {
    const { carrier, log } = this.#parts;
    if (carrier.trouble !== null) throw new HistoryUnavailableError(carrier.trouble, { isAway: true });
    return log.operate(record);
  }

  async bytesByHour(signal?: AbortSignal): Promise<StoredHour[]> {
    return (await this.#reader(signal)).bytesByHour(signal);
  }

  /**
   * What is at the server is backed up there, by its own means: the copy holds what was not there yet.
   */
  async backup(folder: string): Promise<void> {
    await this.#parts.log.copyTo(folder);
  }

  stats(): HistorianStats {
    const { size, log, faults, carrier, options, server } = this.#parts;
    let bytes = 0;
    for (const file of log.fileNames()) bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const { waitingSinceMs, trouble } = carrier;
    const isBehind = waitingSinceMs !== null && (options.now ?? Date.now)() - waitingSinceMs >= BEHIND_FROM_MS;
    return {
      series: size.series,
      points: size.points,
      bytesOnDisk: size.bytes + bytes,
      tornLogTails: log.tornTails,
      lostThreads: 0,
      faults: faults.blocking(),
      damage: faults.damage(),
      engine: `ClickHouse ${server.version}`,
      behind: isBehind ? { sinceMs: waitingSinceMs, points: log.waitingPoints, bytes, reason: trouble } : null,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { builder, carrier, log, server, ownership, lock } = this.#parts;
    try {
      const building = builder?.close();
      await carrier.close(CLOSE_PATIENCE_MS);
      await building;
      await log.close();
      await ownership.release();
      await server.connection.close();
    } finally {
      lock.release();
    }
  }
}
