/** Rows looked at to learn a series' rhythm; beyond, runs are skipped, so that the cost stays flat. */
const SAMPLE_ROWS = 4096;
const RUN_ROWS = 512;

/**
 * The longest interval between two points of a series that a line may still bridge, in the unit of `times`; anything
 * longer is a gap. It is learnt from the series itself, since devices report at their own pace: six usual intervals,
 * or three rare ones (the 95th percentile) where the pace is uneven, as it is with reports on change.
 * Infinite with fewer than three points, where no pace is known.
 */
export function gapLimit(times: ArrayLike<number>, column: ArrayLike<number | null | undefined>): number {
  const found = new Float64Array(column.length);
  let count = 0;
  const stride = Math.max(1, Math.floor(column.length / SAMPLE_ROWS));
  // Whole runs are read, and runs are skipped: skipping single points would lengthen the intervals themselves.
  const runLength = stride === 1 ? Math.max(1, column.length) : RUN_ROWS;
  for (let start = 0; start < column.length; start += runLength * stride) {
    let last: number | undefined;
    for (let index = start; index < Math.min(column.length, start + runLength); index++) {
      const value = column[index];
      const time = times[index];
      if (value === null || value === undefined || time === undefined) continue;
      if (last !== undefined) found[count++] = time - last;
      last = time;
    }
  }
  if (count < 2) return Number.POSITIVE_INFINITY;
  // Typed arrays are sorted as numbers, several times faster than with a comparison.
  const intervals = found.subarray(0, count).sort();
  const at = (share: number) => intervals[Math.min(intervals.length - 1, Math.floor(intervals.length * share))] ?? 0;
  return Math.max(6 * at(0.5), 3 * at(0.95));
}

/** Index pairs [last point before, first point after] of each gap between `first` and `last`, both inclusive. */
export function findGaps(
  times: ArrayLike<number>,
  column: ArrayLike<number | null | undefined>,
  limit: number,
  first = 0,
  last: number = column.length - 1,
): [number, number][] {
  const gaps: [number, number][] = [];
  let before = -1;
  for (let index = first; index <= last; index++) {
    const value = column[index];
    if (value === null || value === undefined) continue;
    if (before >= 0 && (times[index] ?? 0) - (times[before] ?? 0) > limit) gaps.push([before, index]);
    before = index;
  }
  return gaps;
}
