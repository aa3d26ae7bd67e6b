import type { RangeOperation } from '../embedded/log/log-records.ts';
import { toSeriesPoints } from '../embedded/points/points.ts';
import { wholeRange } from '../embedded/points/time-range.ts';
import { toColumns } from '../embedded/read/columns.ts';
import type {
  AggregateQuery,
  Aggregates,
  ChangesQuery,
  Columns,
  ColumnsQuery,
  CountQuery,
  Historian,
  HistorianStats,
  LastPoint,
  PackedColumns,
  PointBatch,
  PointValue,
  ScanQuery,
  SeriesKey,
  SeriesPoints,
  StoredHour,
} from '../port.ts';
import { aggregate } from './reading/aggregates.ts';
import { listChanges, nextChange, previousChange } from './reading/changes.ts';
import type { ServerReader } from './reading/server-reader.ts';

/** What every history at a server has in common: questions are answered there, whatever way points take to it. */
export abstract class ServerHistorian implements Historian {
  protected readonly mostPoints: number;

  constructor(mostPoints: number) {
    this.mostPoints = mostPoints;
  }

  async append(batch: PointBatch): Promise<void> {
    if (batch.problem !== null) throw new RangeError(batch.problem);
    if (batch.length > 0) await this.store(batch);
  }

  /** Resolves when the batch is kept for good. */
  protected abstract store(batch: PointBatch): Promise<void>;

  /** What answers, once everything is there that was acknowledged before the question, as far as it can be. */
  protected abstract reader(signal?: AbortSignal): Promise<ServerReader>;

  /** Resolves, once it was carried out, with how many points it concerned. */
  protected abstract operate(record: RangeOperation): Promise<number>;

  async readColumns(query: ColumnsQuery): Promise<Columns> {
    return (await this.reader(query.signal)).readColumns(query);
  }

  async readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints> {
    return (await this.reader(signal)).readSeries(key, fromMs, toMs, signal);
  }

  async readMany(query: CountQuery): Promise<SeriesPoints[]> {
    return (await this.reader(query.signal)).readMany(query);
  }

  async countPoints(query: CountQuery): Promise<number> {
    return (await this.reader(query.signal)).countPoints(query);
  }

  async *scan(query: ScanQuery): AsyncGenerator<Columns> {
    for await (const page of this.scanPacked(query)) yield toColumns(page);
  }

  async *scanPacked(query: ScanQuery): AsyncGenerator<PackedColumns> {
    yield* (await this.reader(query.signal)).scanPacked(query);
  }

  async *scanSeries(query: Omit<ScanQuery, 'keys'> & { key: SeriesKey }): AsyncGenerator<SeriesPoints> {
    for await (const points of (await this.reader(query.signal)).scanPoints(query)) yield toSeriesPoints(points);
  }

  async aggregate(query: AggregateQuery): Promise<Aggregates> {
    return aggregate(await this.reader(query.signal), query, this.mostPoints);
  }

  async nextChange(key: SeriesKey, afterMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    return nextChange(await this.reader(signal), key, afterMs, signal);
  }

  async previousChange(key: SeriesKey, beforeMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    return previousChange(await this.reader(signal), key, beforeMs, signal);
  }

  async listChanges(query: ChangesQuery): Promise<LastPoint[]> {
    return listChanges(await this.reader(query.signal), query);
  }

  async stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    return (await this.reader()).stateAt(keys, timeMs);
  }

  async latest(): Promise<LastPoint[]> {
    return (await this.reader()).latest();
  }

  async editRange(key: SeriesKey, from: number, to: number, value: PointValue): Promise<number> {
    const [fromMs, toMs] = wholeRange(from, to);
    if (typeof value !== 'number' && typeof value !== 'string') throw new TypeError('a value is a number or a string');
    return fromMs > toMs ? 0 : this.operate({ kind: 'edit', key, fromMs, toMs, value });
  }

  async deleteRange(key: SeriesKey, from: number, to: number): Promise<number> {
    const [fromMs, toMs] = wholeRange(from, to);
    return fromMs > toMs ? 0 : this.operate({ kind: 'delete', key, fromMs, toMs });
  }

  async dropBefore(timeMs: number, keys?: readonly SeriesKey[]): Promise<number> {
    const [beforeMs] = wholeRange(timeMs, timeMs);
    return this.operate({ kind: 'drop', beforeMs, only: keys ? [...new Set(keys)] : null });
  }

  async bytesByHour(signal?: AbortSignal): Promise<StoredHour[]> {
    return (await this.reader(signal)).bytesByHour(signal);
  }

  abstract backup(folder: string): Promise<void>;

  abstract stats(): HistorianStats;

  abstract close(): Promise<void>;
}
