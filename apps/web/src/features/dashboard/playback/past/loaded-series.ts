import type { EpochMs, history } from '@telltale/contract';
import type { SeriesFrame } from '#readings/series.ts';

/** History of a stretch as it was answered, one column per series of a chart. */
export interface LoadedSeries extends SeriesFrame {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/**
 * An answer as columns of a chart; texts are no points of a chart.
 * @param places the column of the chart that each series of the answer belongs to
 */
export function loadedSeries(
  reply: history.ColumnarHistory,
  places: readonly number[],
  columnCount: number,
  fromMs: EpochMs,
  toMs: EpochMs,
): LoadedSeries {
  const times = (reply[0] ?? []).map(Number);
  const columns = Array.from({ length: columnCount }, () => new Array<number | null>(times.length).fill(null));
  for (const [index, place] of places.entries()) {
    const answered = reply[index + 1] ?? [];
    columns[place] = times.map((_, row) => {
      const value = answered[row];
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    });
  }
  return { times, columns, fromMs, toMs };
}

/** The rows of a range, both ends included. */
export function rowsUpTo({ times, columns }: LoadedSeries, fromMs: EpochMs, toMs: EpochMs): SeriesFrame {
  const first = firstAfter(times, fromMs / 1000, (time, edge) => time >= edge);
  const end = firstAfter(times, toMs / 1000, (time, edge) => time > edge);
  return { times: times.slice(first, end), columns: columns.map((values) => values.slice(first, end)) };
}

function firstAfter(times: readonly number[], edge: number, isAfter: (time: number, edge: number) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(times[middle] ?? 0, edge)) high = middle;
    else low = middle + 1;
  }
  return low;
}
