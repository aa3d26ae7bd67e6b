import type { AssetId, DataItemId } from '@telltale/contract';
import { type Columns, type Historian, type SeriesKey, seriesKey } from '@telltale/historian';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { MAX_VALUES, readRawParts, tooManyValues } from './raw-reader.ts';

export interface SeriesName {
  assetId: AssetId;
  dataItemId: DataItemId;
}

export interface HistoryQuery {
  series: readonly SeriesName[];
  fromMs: number;
  toMs: number;
  /** At most so many buckets per series; -1: every point. */
  threshold: number;
  signal: AbortSignal;
}

/** Answers 404 for an asset outside the caller's scope. */
export interface AssetScope {
  entry(caller: Caller, assetId: AssetId): Promise<unknown>;
}

export const MAX_SERIES = 500;

/** Reads history within the caller's scope. */
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
    for (const assetId of new Set(query.series.map((name) => name.assetId))) await this.#scope.entry(caller, assetId);
    refuseTooMuch(query);
    const keys = query.series.map(({ assetId, dataItemId }) => seriesKey(assetId, dataItemId));
    const unique = [...new Set(keys)];
    const { fromMs, toMs, threshold, signal } = query;
    const range = { keys: unique, fromMs: Math.max(0, fromMs), toMs, signal };
    if (threshold === -1) return inOrderOf(keys, unique, await readRawParts(this.#historian, range));
    const columns = await this.#historian.readColumns({ ...range, threshold });
    const values = columns.timesMs.length * keys.length;
    if (values > MAX_VALUES) {
      const times = columns.timesMs.length.toLocaleString('en-US');
      const found = `${keys.length} series over ${times} times are too many values`;
      throw tooManyValues(found, { values, series: keys.length });
    }
    return inOrderOf(keys, unique, [columns]);
  }
}

function refuseTooMuch({ series, fromMs, toMs, threshold }: HistoryQuery): void {
  if (toMs < fromMs) throw badRequest('endTime lies before startTime.', { field: 'endTime' });
  if (series.length > MAX_SERIES) {
    throw tooManyValues(`${series.length} series are more than ${MAX_SERIES}`, { series: series.length });
  }
  const values = series.length * threshold * 2;
  if (values > MAX_VALUES) {
    const found = `${series.length} series × ${threshold} buckets with minimum and maximum are ${values.toLocaleString('en-US')} values`;
    throw tooManyValues(found, { values, series: series.length, threshold });
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
