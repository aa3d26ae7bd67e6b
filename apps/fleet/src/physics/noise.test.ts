import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaussian, hash01, jitter, seedOf, wander } from './noise.ts';

const seed = fc.integer({ min: 0, max: 0xffff_ffff });
const timeMs = fc.integer({ min: 0, max: 4_102_444_800_000 });

test('a hash lies in [0, 1) for every seed and index up to 2^53', () => {
  fc.assert(
    fc.property(seed, fc.maxSafeNat(), (s, n) => {
      const value = hash01(s, n);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(1);
      expect(hash01(s, n)).toBe(value);
    }),
  );
});

test('hashes of neighbouring indices and seeds are spread evenly and do not follow each other', () => {
  for (const values of [
    Array.from({ length: 20_000 }, (_, n) => hash01(7, n)),
    Array.from({ length: 20_000 }, (_, n) => hash01(n, 7)),
  ]) {
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    expect(mean).toBeCloseTo(0.5, 2);
    let product = 0;
    for (let i = 1; i < values.length; i++) product += ((values[i] ?? 0) - mean) * ((values[i - 1] ?? 0) - mean);
    expect(Math.abs(product / values.length)).toBeLessThan(0.003);
  }
});

test('gaussian noise has mean 0 and deviation 1', () => {
  const values = Array.from({ length: 40_000 }, (_, n) => gaussian(3, n));
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length;
  expect(mean).toBeCloseTo(0, 1);
  expect(variance).toBeCloseTo(1, 1);
});

test('wandering noise stays within ±1 and has no jumps', () => {
  fc.assert(
    fc.property(seed, timeMs, (s, t) => {
      const now = wander(s, t, 60_000);
      expect(Math.abs(now)).toBeLessThanOrEqual(1);
      expect(Math.abs(wander(s, t + 100, 60_000) - now)).toBeLessThan(0.006);
    }),
  );
});

test('jitter is the same all through one second of the clock', () => {
  expect(jitter(5, 1_700_000_000_000)).toBe(jitter(5, 1_700_000_000_999));
});

test('the noises of one thing differ by name', () => {
  expect(seedOf(1, 'flow')).not.toBe(seedOf(1, 'current'));
});
