/** Most samples a series may be smoothed over (spec 1 §5). */
export const MAX_SMOOTH_SAMPLES = 100;

/** A stored 'smooth' as a whole number of samples from 1 (as measured) to 100. */
export function clampSmooth(samples: number): number {
  if (!Number.isFinite(samples)) return 1;
  return Math.min(MAX_SMOOTH_SAMPLES, Math.max(1, Math.round(samples)));
}

type Column = readonly (number | null | undefined)[];

/**
 * The mean of each value and up to `samples - 1` values before it. Null and undefined stay where they are and count
 * for nothing; the mean starts anew after a hole longer than `gapLimit` (same unit as `times`).
 */
export function movingMean(
  times: ArrayLike<number>,
  column: Column,
  samples: number,
  gapLimit: number = Number.POSITIVE_INFINITY,
): (number | null | undefined)[] {
  const result = column.slice();
  const width = clampSmooth(samples);
  if (width === 1) return result;
  let run: number[] = [];
  let lastTime = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < column.length; index++) {
    const value = column[index];
    if (value === null || value === undefined) continue;
    const time = times[index] ?? Number.NaN;
    if (time - lastTime > gapLimit) {
      smoothRun(column, run, width, result);
      run = [];
    }
    run.push(index);
    lastTime = time;
  }
  smoothRun(column, run, width, result);
  return result;
}

/**
 * Sliding sums without subtraction (van Herk): a window is the tail of one block and the head of the next. A running
 * sum would carry the rounding error of one huge value through every mean after it.
 */
function smoothRun(column: Column, run: number[], width: number, result: (number | null | undefined)[]): void {
  const count = run.length;
  const heads = new Float64Array(count);
  const tails = new Float64Array(count);
  const valueAt = (position: number) => column[run[position] ?? -1] ?? 0;
  for (let i = 0; i < count; i++) heads[i] = valueAt(i) + (i % width === 0 ? 0 : (heads[i - 1] ?? 0));
  for (let i = count - 1; i >= 0; i--) {
    tails[i] = valueAt(i) + (i === count - 1 || i % width === width - 1 ? 0 : (tails[i + 1] ?? 0));
  }
  for (let i = 0; i < count; i++) {
    const start = Math.max(0, i - width + 1);
    const sum = start % width === 0 ? (heads[i] ?? 0) : (tails[start] ?? 0) + (heads[i] ?? 0);
    result[run[i] ?? -1] = sum / (i - start + 1);
  }
}
