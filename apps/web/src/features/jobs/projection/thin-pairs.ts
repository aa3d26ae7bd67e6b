import type { ProjectionPair } from '@telltale/domain/field/projection.ts';

/**
 * At most `most` of some pairs, in their order: the first and the last, and of each stretch between them the lowest and the
 * highest, so that no excursion is lost. @param most even
 */
export function thinPairs(pairs: readonly ProjectionPair[], most: number): ProjectionPair[] {
  const first = pairs[0];
  const last = pairs.at(-1);
  if (pairs.length <= most || first === undefined || last === undefined) return [...pairs];
  const stretches = most / 2 - 1;
  const between = pairs.length - 2;
  const kept: ProjectionPair[] = [first];
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = 1 + Math.floor((stretch * between) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * between) / stretches);
    let [low, high] = [from, from];
    for (let at = from; at < to; at++) {
      const value = pairs[at]?.[1] ?? 0;
      if (value < (pairs[low]?.[1] ?? 0)) low = at;
      if (value > (pairs[high]?.[1] ?? 0)) high = at;
    }
    for (const at of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      const pair = pairs[at];
      if (pair) kept.push(pair);
    }
  }
  kept.push(last);
  return kept;
}
