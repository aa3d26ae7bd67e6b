/**
 * The history store's port. Times are milliseconds since 1970 UTC; a series is named by one safe integer that the
 * caller makes of asset and data item (`seriesKey`). Values are float64 or strings; quality is the OPC DA byte.
 */
export type SeriesKey = number;

export type PointValue = number | string;

const DATA_ITEM_SPAN = 2 ** 24;

/** One safe integer for (asset, data item): up to 2^24 data items and 2^29 assets. */
export function seriesKey(assetId: number, dataItemId: number): SeriesKey {
  return assetId * DATA_ITEM_SPAN + dataItemId;
}

export function seriesKeyParts(key: SeriesKey): { assetId: number; dataItemId: number } {
  return { assetId: Math.floor(key / DATA_ITEM_SPAN), dataItemId: key % DATA_ITEM_SPAN };
}

/** Points to store, as parallel arrays: cheap to fill on the ingest path and to write in one record. */
export class PointBatch {
  readonly keys: SeriesKey[] = [];
  readonly timesMs: number[] = [];
  readonly values: PointValue[] = [];
  readonly qualities: number[] = [];

  get length(): number {
    return this.keys.length;
  }

  add(key: SeriesKey, timeMs: number, value: PointValue, quality: number): void {
    this.keys.push(key);
    this.timesMs.push(timeMs);
    this.values.push(value);
    this.qualities.push(quality);
  }
}

/** Points of one series in order of time, no time twice. */
export interface SeriesPoints {
  timesMs: Float64Array;
  values: Float64Array | PointValue[];
  qualities: Uint8Array;
}

/** Columns that share one time axis; null where a series has no point at that time. */
export interface Columns {
  timesMs: Float64Array;
  columns: (PointValue | null)[][];
}

export interface ColumnsQuery {
  keys: readonly SeriesKey[];
  /** Inclusive. */
  fromMs: number;
  /** Inclusive. */
  toMs: number;
  /**
   * -1: every point. Otherwise a series with more than `threshold` points in the range is cut into that many buckets
   * (bucket b begins at fromMs + floor(b × (toMs − fromMs + 1) / threshold)); each keeps its minimum and maximum at
   * their own times (the earliest of equal ones), its first and last string, and a NaN only if it has nothing else.
   */
  threshold: number;
  signal?: AbortSignal;
}

export interface LastPoint {
  key: SeriesKey;
  timeMs: number;
  value: PointValue;
  quality: number;
}

export interface HistorianStats {
  series: number;
  points: number;
  bytesOnDisk: number;
  /** Log files whose end a crash had cut off, met at the last start; nothing acknowledged was in what is lost. */
  tornLogTails: number;
  /** Empty when all is well; otherwise what is wrong, one line each (shown by /api/health). */
  faults: string[];
}

export interface Historian {
  /**
   * Stores a batch: last write wins per (series, time). Resolves once it is on disk (group commit with fdatasync);
   * rejects, with nothing stored, when it cannot be.
   */
  append(batch: PointBatch): Promise<void>;
  readColumns(query: ColumnsQuery): Promise<Columns>;
  /** Every point in the range, inclusive at both ends. */
  readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints>;
  /** For each series its last point at or before the time; a series without one is left out. */
  stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]>;
  /** The newest point of every series in the store (used to warm current values at start). */
  latest(): Promise<LastPoint[]>;
  /** Sets every point of the range to one value (spec 1 §7 historicaldataupdate); answers how many changed. */
  editRange(key: SeriesKey, fromMs: number, toMs: number, value: PointValue): Promise<number>;
  deleteRange(key: SeriesKey, fromMs: number, toMs: number): Promise<number>;
  /** Drops every point older than the time, of the named series or of all. Answers how many there were. */
  dropBefore(timeMs: number, keys?: readonly SeriesKey[]): Promise<number>;
  /** A consistent copy into an empty folder while running; holds every point acknowledged before the call. */
  backup(folder: string): Promise<void>;
  stats(): HistorianStats;
  /** Writes out what is in memory and closes; nothing acknowledged is lost when it is never called. */
  close(): Promise<void>;
}
