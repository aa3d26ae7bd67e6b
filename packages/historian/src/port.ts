import type { PointBatch } from './point-batch.ts';

export { PointBatch } from './point-batch.ts';

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

/** A column in a form that another thread takes over without its being copied; NaN may be a value, so presence is apart. */
export interface PackedColumn {
  /** 0 where the series has no point, or a string. */
  values: Float64Array<ArrayBuffer>;
  /** 1 where the series has a point; null when it has one everywhere. */
  present: Uint8Array<ArrayBuffer> | null;
  /** The strings, each in its place; null while every value is a number. */
  texts: (string | null)[] | null;
}

/** As `Columns`, packed; each array has a buffer of its own. */
export interface PackedColumns {
  timesMs: Float64Array<ArrayBuffer>;
  columns: PackedColumn[];
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

/** An answer would hold, or an aggregate would have to look at, more points than the store allows at once. */
export class TooManyPointsError extends Error {
  override readonly name = 'TooManyPointsError';
  /** How many there are (of an answer with a shared axis: series × times). */
  readonly points: number;
  readonly limit: number;

  constructor(points: number, limit: number) {
    super(`${points} points are more than the ${limit} that may be read at once`);
    this.points = points;
    this.limit = limit;
  }
}

/**
 * The store cannot do what was asked for at this moment: its disk is full, or cannot be written. Nothing was changed,
 * unless `mayHappen` says otherwise; it is worth trying again later.
 */
export class HistoryUnavailableError extends Error {
  override readonly name: string = 'HistoryUnavailableError';
  /** There is no room on the disk. */
  readonly isFull: boolean;
  /** It is in the log, or may have been done already: it will be carried out once the store can. */
  readonly mayHappen: boolean;
  /** The server that history is kept at does not answer; points are taken in all the same. */
  readonly isAway: boolean;

  constructor(
    message: string,
    options: { isFull?: boolean; mayHappen?: boolean; isAway?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.isFull = options.isFull ?? false;
    this.mayHappen = options.mayHappen ?? false;
    this.isAway = options.isAway ?? false;
  }
}

/** Points that one answer may hold, unless the store was opened with another limit. */
export const MOST_POINTS = 5_000_000;

/** An aggregate keeps no points, only time: it may look at so many times more of them than an answer may hold. */
export const AGGREGATE_ALLOWANCE = 20;

export interface CountQuery {
  keys: readonly SeriesKey[];
  /** Inclusive. */
  fromMs: number;
  /** Inclusive. */
  toMs: number;
  signal?: AbortSignal;
}

export interface ChangesQuery {
  key: SeriesKey;
  /** Inclusive. */
  fromMs: number;
  /** Inclusive. */
  toMs: number;
  /** More changes than this are refused. */
  most: number;
  signal?: AbortSignal;
}

export interface ScanQuery extends CountQuery {
  /** The pages will be held all together: the limit of `readColumns` counts for their sum. */
  isLimited?: boolean;
  /** About so many values (series × times) in a page; 131,072 when it is not said. */
  pageValues?: number;
  /** Nobody waits for the next page: it is read with what everyone else leaves of the processor. */
  isBackground?: boolean;
  /** Whether a page is read while the one before it is worked on; it is unless this says that it is not. */
  readsAhead?: boolean;
}

/**
 * What can be said of the points in a bucket. A point is *usable* when its quality is not bad (64 or more) and it is
 * not NaN. `mean`, `min`, `max` and `sum` are of the usable numbers, `count`, `first` and `last` of the usable points,
 * strings included.
 *
 * `twa` is the time-weighted mean: a usable number holds from its own time until the next point of the series, of
 * whatever kind; a string, NaN or a bad point ends what is held and holds nothing. The last value before the range holds
 * into it. With `maxGapMs` nothing is held where the next point is further away than that; at the end of the series the
 * end of the range stands for the next point.
 *
 * `delta` is how far a counter has moved on: the sum of the steps from one usable finite number to the next, each in
 * the bucket of the later one; a step down is a reset, and counts from zero. The last number before the range counts
 * as the one before, so deltas of neighbouring ranges add up.
 */
export type AggregateFunction = 'mean' | 'twa' | 'min' | 'max' | 'sum' | 'count' | 'first' | 'last' | 'delta';

/** Either `bucketMs` or `buckets` is given. */
export interface AggregateQuery extends CountQuery {
  /** Buckets of this length, in whole ms, that begin at its multiples since 1970 UTC (the outer ones are cut off). */
  bucketMs?: number;
  /** So many buckets of equal whole milliseconds, those of `ColumnsQuery.threshold`. */
  buckets?: number;
  functions: readonly AggregateFunction[];
  /** For `twa`: the longest time between two points over which a value is held; without it there is none. */
  maxGapMs?: number;
}

export interface Aggregates {
  /** First ms of each bucket; the first may lie before the range. */
  startsMs: Float64Array;
  /** Per series, in the order of the keys, a column per function; null where a bucket has nothing to tell it by. */
  series: Partial<Record<AggregateFunction, (PointValue | null)[]>>[];
}

export interface LastPoint {
  key: SeriesKey;
  timeMs: number;
  value: PointValue;
  quality: number;
}

export interface StoredHour {
  /** When the hour begins. */
  startMs: number;
  /** Of the blocks of points that begin in it. */
  bytes: number;
}

/** What was acknowledged is on this machine's disk, and not yet where questions are answered from. */
export interface HistoryBehind {
  /** Since when the oldest of it waits. */
  sinceMs: number;
  /** How many points wait; of those that an earlier run left, the ones that were met since. */
  points: number;
  /** What it takes on the disk of this machine. */
  bytes: number;
  /** Why, in a line; null: it is being carried. */
  reason: string | null;
}

export interface HistorianStats {
  series: number;
  points: number;
  bytesOnDisk: number;
  /** Log files whose end a crash had cut off, met at the last start; nothing acknowledged was in what is lost. */
  tornLogTails: number;
  /** Threads of the store that ended by themselves since the start; each was replaced. */
  lostThreads: number;
  /** What keeps points from being stored at this moment, one line each; empty when all is well. */
  faults: string[];
  /** What was found damaged since the start and is not served any more, one line each; taking in points goes on. */
  damage: string[];
  /** What keeps the points, and of which version. */
  engine: string;
  /** Null while answers hold everything that was acknowledged, or as good as that. */
  behind: HistoryBehind | null;
}

export interface Historian {
  /**
   * Stores a batch: last write wins per (series, time). Resolves once it is on disk (group commit with fdatasync);
   * rejects, with nothing stored, when it cannot be.
   * @throws HistoryUnavailableError
   */
  append(batch: PointBatch): Promise<void>;
  /** @throws TooManyPointsError when every point is asked for and there are too many, or the axis has too many times */
  readColumns(query: ColumnsQuery): Promise<Columns>;
  /**
   * Every point in the range, inclusive at both ends.
   * @throws TooManyPointsError
   */
  readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints>;
  /**
   * The same of several series in one question, in the order of the keys.
   * @throws TooManyPointsError when they are too many together
   */
  readMany(query: CountQuery): Promise<SeriesPoints[]>;
  /** How many points the series have in the range together; mostly told by summaries, without reading them. */
  countPoints(query: CountQuery): Promise<number>;
  /**
   * Every point of the range over one time axis, in pages that follow one another in time, none of them empty; memory
   * is bounded however many points there are. Each page shows the store at one moment: between two pages writing goes
   * on, and what is stored, edited or deleted then is seen where the scan has yet to come and not seen where it has been.
   * So no point comes twice, and none is missing that was there before the scan began and stayed.
   * @throws TooManyPointsError when the scan is limited
   */
  scan(query: ScanQuery): AsyncIterable<Columns>;
  /** As `scan`, in a form that can be handed to another thread. */
  scanPacked(query: ScanQuery): AsyncIterable<PackedColumns>;
  /** As `scan`, of one series, with the qualities; the pages belong to whoever asked, who may hand them on. */
  scanSeries(query: Omit<ScanQuery, 'keys'> & { key: SeriesKey }): AsyncIterable<SeriesPoints>;
  /**
   * Functions of the points in buckets. Summaries answer where they say the same; sums are then added up in another
   * order, so that the last digits of `sum`, `mean` and `twa` may differ from those of a plain sum.
   * @throws TooManyPointsError for too many buckets (series × functions × buckets), or for more points to look at than
   * the limit times AGGREGATE_ALLOWANCE; RangeError for a wrong bucket or gap
   */
  aggregate(query: AggregateQuery): Promise<Aggregates>;
  /**
   * The first point after the time whose value differs from that of the point before it, or null; the first point of a
   * series counts as one. NaN is the same as NaN, 0 as -0; qualities are not looked at.
   */
  nextChange(key: SeriesKey, afterMs: number, signal?: AbortSignal): Promise<LastPoint | null>;
  /** The last point before the time whose value differs from that of the point before it, or null; else as nextChange. */
  previousChange(key: SeriesKey, beforeMs: number, signal?: AbortSignal): Promise<LastPoint | null>;
  /**
   * The points of the range, inclusive at both ends, whose value differs from that of the point before them, in order of
   * time; before them the last point at or before the range's beginning, if there is one. Else as nextChange.
   * @throws TooManyPointsError for more changes than `most`
   */
  listChanges(query: ChangesQuery): Promise<LastPoint[]>;
  /** For each series its last point at or before the time; a series without one is left out. */
  stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]>;
  /** The newest point of every series in the store (used to warm current values at start). */
  latest(): Promise<LastPoint[]>;
  /**
   * Sets every point of the range to one value (spec 1 §7 historicaldataupdate); answers how many changed.
   * @throws HistoryUnavailableError
   */
  editRange(key: SeriesKey, fromMs: number, toMs: number, value: PointValue): Promise<number>;
  /** @throws HistoryUnavailableError */
  deleteRange(key: SeriesKey, fromMs: number, toMs: number): Promise<number>;
  /**
   * Drops every point older than the time, of the named series or of all. Answers how many there were.
   * @throws HistoryUnavailableError
   */
  dropBefore(timeMs: number, keys?: readonly SeriesKey[]): Promise<number>;
  /** How the stored bytes spread over time, about: of each hour (UTC) that has some, the oldest first. */
  bytesByHour(signal?: AbortSignal): Promise<StoredHour[]>;
  /** A consistent copy into an empty folder while running; holds every point acknowledged before the call. */
  backup(folder: string): Promise<void>;
  stats(): HistorianStats;
  /** Writes out what is in memory and closes; nothing acknowledged is lost when it is never called. */
  close(): Promise<void>;
}
