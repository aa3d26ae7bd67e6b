import { niceTicks } from '../charts/nice-ticks.ts';
import type { Range } from './item-display.ts';

/** Ends are multiples of a step that cuts the scale into about so many parts. */
const PARTS = 5;
/** So much of the recorded time may lie outside: a spike of a broken sensor does not stretch the scale. */
const OUTSIDE = 0.01;

/**
 * A scale for what was recorded: round ends about all but the rarest of the lowest and highest values of equal
 * stretches of time. A scale that nearly reaches down to zero begins there.
 *
 * @param lows the lowest number of each stretch; NaN and infinities are passed over, as in `highs`
 * @param highs the highest number of each stretch
 * @returns undefined without a number, and for numbers too small for a step between them
 */
export function recordedRange(lows: readonly number[], highs: readonly number[]): Range | undefined {
  const low = quantile(lows, OUTSIDE);
  const high = quantile(highs, 1 - OUTSIDE);
  if (low === undefined || high === undefined) return undefined;
  const [bottom, top] = low <= high ? [low, high] : [high, low];
  if (bottom === 0 && top === 0) return { min: 0, max: 1 };
  // Pressure that idles at 8 of 300 is read against 0, not against 8; so is a value that never moved.
  const isNearZero = bottom > 0 && (bottom <= top / 2 || bottom === top);
  const isNearZeroBelow = top < 0 && (top >= bottom / 2 || bottom === top);
  const ends = niceTicks(isNearZero ? 0 : bottom, isNearZeroBelow ? 0 : top, PARTS + 1);
  const [min, max] = [ends[0], ends.at(-1)];
  return min === undefined || max === undefined || !(min < max) ? undefined : { min, max };
}

/** The value that this share of the numbers lies at or below (nearest rank). */
function quantile(values: readonly number[], share: number): number | undefined {
  const numbers = values.filter(Number.isFinite).sort((a, b) => a - b);
  return numbers[Math.round(share * (numbers.length - 1))];
}
