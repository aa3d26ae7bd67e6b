/**
 * Noise that is a function of a seed and a time, never of how often it was asked for: history at 10 s and live values
 * at 1 s see the same world, and a second run repeats the first.
 */

/** A number in [0, 1) that looks random and depends only on its arguments; `index` is any integer up to 2^53. */
export function hash01(seed: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (index >>> 0);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d) ^ Math.floor(index / 0x1_0000_0000);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** A seed of its own for one of the noises of a thing, from the thing's seed and the noise's name. */
export function seedOf(seed: number, name: string): number {
  let h = seed | 0;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Roughly normal: mean 0, deviation 1, never beyond ±3.5 (the sum of four uniform numbers). */
export function gaussian(seed: number, index: number): number {
  const i = index * 4;
  return (hash01(seed, i) + hash01(seed, i + 1) + hash01(seed, i + 2) + hash01(seed, i + 3) - 2) * Math.sqrt(3);
}

/** Sensor jitter: a new roughly normal number every second of the clock. */
export function jitter(seed: number, timeMs: number): number {
  return gaussian(seed, Math.floor(timeMs / 1000));
}

/** A smooth curve between -1 and 1 that wanders with about this period: hashed knots, joined without corners. */
export function wander(seed: number, timeMs: number, periodMs: number): number {
  const position = timeMs / periodMs;
  const knot = Math.floor(position);
  const x = position - knot;
  const from = hash01(seed, knot);
  const to = hash01(seed, knot + 1);
  return (from + (to - from) * x * x * (3 - 2 * x)) * 2 - 1;
}
