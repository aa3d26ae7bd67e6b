import { LATEST_MS } from '../../point-batch.ts';

export { LATEST_MS };

/** The whole milliseconds within a range that a caller may have computed in fractions or left open. */
export function wholeRange(fromMs: number, toMs: number): [fromMs: number, toMs: number] {
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) throw new RangeError('a range has no beginning or no end');
  return [Math.ceil(Math.max(fromMs, -LATEST_MS)), Math.floor(Math.min(toMs, LATEST_MS))];
}
