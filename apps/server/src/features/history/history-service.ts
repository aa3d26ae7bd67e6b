import type { AssetId, DataItemId, history } from '@telltale/contract';
import {
  type AggregateQuery,
  type Columns,
  type ColumnsQuery,
  type Historian,
  type LastPoint,
  type SeriesKey,
  seriesKey,
} from '@telltale/historian';
import type { Caller } from '#http/caller.ts';
import { badRequest, tooLarge } from '#http/errors.ts';
import type { ReadTurn } from './read-turns.ts';
import { withinLimit } from './too-many-values.ts';
import { withNewest } from './with-newest.ts';

export interface SeriesName {
  assetId: AssetId;
  dataItemId: DataItemId;
}

interface SeriesRange {
  series: readonly SeriesName[];
  fromMs: number;
  toMs: number;
  signal: AbortSignal;
  /** Told of what is read; it waits where the read is a large one. */
  turn: ReadTurn;
}

export interface HistoryQuery extends SeriesRange {
  /** At most so many buckets per series; -1: every point. */
  threshold: number;
}

export interface HistoryAggregateQuery extends SeriesRange {
  functions: readonly history.AggregateFunction[];
  /** Length of a bucket in whole ms, or how many there are. */
  bucket: { bucketMs: number } | { buckets: number };
  maxGapMs: number | undefined;
}

/** Answers 404 for an asset outside the caller's scope. */
export interface AssetScope {
  entry(caller: Caller, assetId: AssetId): Promise<unknown>;
}

export const MAX_SERIES = 500;

/** A bucket of a chart is its minimum and its maximum. */
const VALUES_PER_BUCKET = 2;

/** Reads history within the caller's scope; what the store holds too much for one answer is refused with 413. */
export class HistoryService {
  readonly #historian: Historian;
  readonly #scope: AssetScope;

  constructor(historian: Historian, scope: AssetScope) {
    this.#historian = historian;
    this.#scope = scope;
  }

  /**
   * Series as columns over one time axis, in the order asked for, in parts that follow one another in time. A data item
   * that the asset does not have is an empty column.
   * @throws HttpError 404 for all when one asset is out of scope (guarantees B5); 413 when the answer would be too large
   */
  async read(caller: Caller, query: HistoryQuery): Promise<Columns[]> {
    const keys = await this.#keysOf(caller, query);
    const unique = [...new Set(keys)];
    const { fromMs, toMs, threshold, signal, turn } = query;
    const range = { keys: unique, fromMs: Math.max(0, fromMs), toMs, threshold, signal };
    return inOrderOf(keys, unique, await withinLimit(() => this.#parts(range, turn)));
  }

  /**
   * Every point comes in pages, so that no step of turning it into an answer is long; buckets come all at once, and how
   * many there may be is known before. Beside them stands the newest point of each series.
   */
  async #parts(query: ColumnsQuery, turn: ReadTurn): Promise<Columns[]> {
    const { keys, threshold, fromMs, toMs } = query;
    if (threshold !== -1) {
      await turn.read(keys.length * threshold * VALUES_PER_BUCKET);
      const [buckets, newest] = await Promise.all([
        this.#historian.readColumns(query),
        this.#historian.stateAt(keys, toMs),
      ]);
      return [withNewest(buckets, keys, newest, fromMs)];
    }
    const parts: Columns[] = [];
    for await (const part of this.#historian.scan({ ...query, isLimited: true })) {
      parts.push(part);
      await turn.read(part.timesMs.length * query.keys.length);
    }
    return parts;
  }

  /**
   * Functions of the points in buckets: the times are those at which the buckets begin, and each series has a column per
   * function. The end of the range is exclusive.
   * @throws HttpError as `read`
   */
  async aggregate(caller: Caller, query: HistoryAggregateQuery): Promise<Columns> {
    const keys = await this.#keysOf(caller, query);
    const { fromMs, toMs, functions, bucket, maxGapMs, signal, turn } = query;
    const asked: AggregateQuery = { keys, fromMs: Math.max(0, fromMs), toMs: toMs - 1, functions, ...bucket, signal };
    if (maxGapMs !== undefined) asked.maxGapMs = maxGapMs;
    const buckets = 'buckets' in bucket ? bucket.buckets : (asked.toMs - asked.fromMs) / bucket.bucketMs;
    await turn.read(keys.length * functions.length * buckets);
    const { startsMs, series } = await withinLimit(() => this.#historian.aggregate(asked));
    const columns = series.flatMap((answers) => functions.map((name) => answers[name] ?? []));
    return { timesMs: startsMs, columns };
  }

  /**
   * Where the value of a data item next became another, or last did.
   * @throws HttpError 404 when the asset is out of scope
   */
  async change(
    caller: Caller,
    { assetId, dataItemId }: SeriesName,
    from: { afterMs: number } | { beforeMs: number },
    signal: AbortSignal,
  ): Promise<LastPoint | null> {
    await this.requireVisible(caller, assetId);
    const key = seriesKey(assetId, dataItemId);
    if ('afterMs' in from) return this.#historian.nextChange(key, from.afterMs, signal);
    return this.#historian.previousChange(key, from.beforeMs, signal);
  }

  /** Since when points wait that are not in answers yet; null while none do. */
  get behindSinceMs(): number | null {
    return this.#historian.stats().behind?.sinceMs ?? null;
  }

  /** @throws HttpError 404 when the asset is out of scope */
  async requireVisible(caller: Caller, assetId: AssetId): Promise<void> {
    await this.#scope.entry(caller, assetId);
  }

  async #keysOf(caller: Caller, { series, fromMs, toMs }: SeriesRange): Promise<SeriesKey[]> {
    for (const assetId of new Set(series.map((name) => name.assetId))) await this.#scope.entry(caller, assetId);
    if (toMs < fromMs) throw badRequest('endTime lies before startTime.', { field: 'endTime' });
    if (series.length > MAX_SERIES) {
      const details = { series: series.length, limit: MAX_SERIES };
      throw tooLarge(`${series.length} series are more than the ${MAX_SERIES} that one answer may hold.`, details);
    }
    return series.map(({ assetId, dataItemId }) => seriesKey(assetId, dataItemId));
  }
}

/** A series that is asked for twice is read once. */
function inOrderOf(keys: readonly SeriesKey[], unique: readonly SeriesKey[], parts: Columns[]): Columns[] {
  if (unique.length === keys.length) return parts;
  return parts.map(({ timesMs, columns }) => {
    const byKey = new Map(unique.map((key, index) => [key, columns[index] ?? []]));
    return { timesMs, columns: keys.map((key) => byKey.get(key) ?? []) };
  });
}
