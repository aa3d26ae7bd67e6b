/** Steps that people count in. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Round values from at or below `min` to at or above `max`, about `count` of them: `niceTicks(3, 97, 5)` is
 * 0, 20, … 100. One value alone gets room about it.
 */
export function niceTicks(min: number, max: number, count: number): number[] {
  const [low, high] = min < max ? [min, max] : [min - (Math.abs(min) || 1) / 2, min + (Math.abs(min) || 1) / 2];
  const rough = (high - low) / Math.max(1, count - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((candidate) => candidate * power >= rough * 0.999) ?? 10);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  // Multiples are rounded: 3 × 0.1 is 0.30000000000000004.
  const digits = Math.max(0, Math.min(20, 3 - Math.floor(Math.log10(step))));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(digits)) + 0);
}
