/**
 * Times are stored within this many ms of 1970 (some 142,000 years): differences of two of them are whole numbers that
 * a float64 holds exactly.
 */
export const LATEST_MS = 2 ** 52;

/** The whole milliseconds within a range that a caller may have computed in fractions or left open. */
export function wholeRange(fromMs: number, toMs: number): [fromMs: number, toMs: number] {
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) throw new RangeError('a range has no beginning or no end');
  return [Math.ceil(Math.max(fromMs, -LATEST_MS)), Math.floor(Math.min(toMs, LATEST_MS))];
}
