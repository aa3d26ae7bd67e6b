/** About this many lines across the picture. */
const WANTED_TICKS = 5;

/** Differences below this share of the values themselves are lost in their last digits. */
const LEAST_SHARE = 1e-9;
const LEAST_SIZE = 1e-300;

/**
 * Round values at even steps from below `min` to above `max`: steps of 1, 2 or 5 times a power of ten. Where both are
 * the same there is one step on either side.
 */
export function roundTicks(min: number, max: number): number[] {
  const size = Math.max(Math.abs(min), Math.abs(max), LEAST_SIZE);
  const isFlat = max - min < size * LEAST_SHARE;
  const rough = (isFlat ? size : max - min) / WANTED_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power;
  const first = Math.floor(min / step) - (isFlat ? 1 : 0);
  const last = Math.ceil(max / step) + (isFlat ? 1 : 0);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
