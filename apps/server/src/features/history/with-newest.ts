import type { Columns, LastPoint, PointValue, SeriesKey } from '@telltale/historian';

/**
 * Columns of buckets, each series with its newest point as well: a bucket keeps its minimum and maximum, and what a
 * chart calls the last value is often neither. Points before `fromMs` and NaN are left out.
 */
export function withNewest(
  { timesMs, columns }: Columns,
  keys: readonly SeriesKey[],
  newest: readonly LastPoint[],
  fromMs: number,
): Columns {
  const rowOf = new Map(Array.from(timesMs, (timeMs, row) => [timeMs, row] as const));
  const missing = newest.flatMap(({ key, timeMs, value }) => {
    const column = keys.indexOf(key);
    const row = rowOf.get(timeMs);
    const isThere = row !== undefined && (columns[column]?.[row] ?? null) !== null;
    return column < 0 || isThere || timeMs < fromMs || Number.isNaN(value) ? [] : [{ column, timeMs, value }];
  });
  if (missing.length === 0) return { timesMs, columns };

  const times = Float64Array.from(new Set([...timesMs, ...missing.map(({ timeMs }) => timeMs)])).sort();
  const at = new Map(Array.from(times, (timeMs, row) => [timeMs, row] as const));
  const place = (timeMs: number) => at.get(timeMs) as number;
  const filled = keys.map((_, index): (PointValue | null)[] => {
    const column = new Array<PointValue | null>(times.length).fill(null);
    for (const [row, value] of (columns[index] ?? []).entries()) column[place(timesMs[row] as number)] = value;
    return column;
  });
  for (const { column, timeMs, value } of missing) (filled[column] as (PointValue | null)[])[place(timeMs)] = value;
  return { timesMs: times, columns: filled };
}
