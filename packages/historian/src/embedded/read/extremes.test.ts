import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DamagedDataError } from '../codec/bytes.ts';
import { encodePoints, readExtremes } from '../codec/points-codec.ts';
import { pointsWithin } from '../points/points.ts';
import { anyPoints } from '../testing/any-points.ts';
import { Buckets } from './buckets.ts';

const share = fc.double({ min: -0.2, max: 1.2, noNaN: true });

it.each([false, true])(
  'finds in a blob what its points come to in buckets of any range, to the bit (thorough: %s)',
  (isThorough) => {
    fc.assert(
      fc.property(anyPoints, share, share, fc.integer({ min: 1, max: 40 }), (points, a, b, count) => {
        const blob = encodePoints(points, isThorough);
        const first = points.timesMs[0] as number;
        const span = (points.timesMs.at(-1) as number) - first + 1;
        const [fromMs, toMs] = [Math.min(a, b), Math.max(a, b)].map((at) => Math.floor(first + at * span)) as [
          number,
          number,
        ];
        const buckets = new Buckets(fromMs, toMs, count);
        const extremes = readExtremes(blob, (times) => buckets.cuts(times, fromMs, toMs));
        expect(extremes === null).toBe(points.texts !== null);
        if (extremes === null) return;
        buckets.addExtremes(extremes);
        const plain = new Buckets(fromMs, toMs, count);
        plain.add(pointsWithin(points, fromMs, toMs));
        const [found, wanted] = [buckets.toPoints(), plain.toPoints()];
        expect(found.timesMs).toEqual(wanted.timesMs);
        const different = wanted.values.findIndex((value, i) => !Object.is(value, found.values[i]));
        expect(different).toBe(-1);
      }),
      { numRuns: 1_500 },
    );
  },
  60_000,
);

it('refuses what is no blob, and says nothing of one that ends elsewhere', () => {
  fc.assert(
    fc.property(anyPoints, fc.nat(), fc.nat(255), (points, place, byte) => {
      const blob = encodePoints(points);
      blob[place % blob.length] = byte;
      try {
        readExtremes(blob, () => [0, points.timesMs.length]);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedDataError);
      }
    }),
    { numRuns: 1_500 },
  );
});
