import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointsWithin, slicePoints } from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import { LATEST_MS } from '../points/time-range.ts';
import { anyPoints } from '../testing/any-points.ts';
import { DamagedDataError } from './bytes.ts';
import { decodeInto, decodePoints, encodePoints } from './points-codec.ts';

describe('the codec of points', () => {
  it.each([false, true])(
    'gives back every bit of times, values, qualities and strings (thorough: %s)',
    (isThorough) => {
      fc.assert(
        fc.property(anyPoints, (original) => {
          const decoded = decodePoints(encodePoints(original, isThorough));
          expect(decoded.timesMs).toEqual(original.timesMs);
          expect(decoded.qualities).toEqual(original.qualities);
          expect(decoded.texts).toEqual(original.texts);
          const different = original.values.findIndex((value, i) => !Object.is(value, decoded.values[i]));
          expect(different, `value ${original.values[different]} came back as ${decoded.values[different]}`).toBe(-1);
        }),
        { numRuns: 400 },
      );
    },
    60_000,
  );

  it('keeps times that are as far apart as any', () => {
    for (const times of [
      [-LATEST_MS, LATEST_MS],
      [-LATEST_MS, 1, LATEST_MS],
      [-LATEST_MS, 5, 7, LATEST_MS],
    ]) {
      const timesMs = Float64Array.from(times);
      const points = { timesMs, values: timesMs, qualities: new Uint8Array(times.length).fill(192), texts: null };
      expect(decodePoints(encodePoints(points))).toEqual(points);
    }
  });

  it('keeps the bits of each NaN among few levels', () => {
    const bitsOf = (values: Float64Array) => new BigUint64Array(values.slice().buffer);
    const levels = [0x7ff8000000000000n, 0x7ff8000000000001n, 0xfff8000000001234n, 0x3fe5555555555555n, 0n, 1n << 63n];
    const bits64 = BigUint64Array.from({ length: 1024 }, (_, i) => levels[(i * i * 31) % levels.length] ?? 0n);
    const values = new Float64Array(bits64.buffer);
    const timesMs = Float64Array.from(values, (_, i) => i);
    const blob = encodePoints({ timesMs, values, qualities: new Uint8Array(1024).fill(192), texts: null }, true);
    expect(bitsOf(decodePoints(blob).values)).toEqual(bits64);
  });

  it('reads a blob at any position of a larger buffer', () => {
    fc.assert(
      fc.property(anyPoints, fc.nat(7), (original, offset) => {
        const blob = encodePoints(original);
        const larger = new Uint8Array(blob.length + offset);
        larger.set(blob, offset);
        expect(decodePoints(larger.subarray(offset))).toEqual(decodePoints(blob));
        expect(decodePoints(Buffer.from(larger).subarray(offset))).toEqual(decodePoints(blob));
      }),
      { numRuns: 50 },
    );
  });

  it('adds the points of a range to what is there, as if all were read and the others left out', () => {
    const share = fc.double({ min: -0.1, max: 1.1, noNaN: true });
    fc.assert(
      fc.property(anyPoints, fc.boolean(), share, share, (original, isThorough, from, to) => {
        const all = decodePoints(encodePoints(original, isThorough));
        const [start, end] = [all.timesMs[0] ?? 0, all.timesMs.at(-1) ?? 0];
        const fromMs = Math.floor(start + from * (end - start));
        const toMs = Math.floor(start + to * (end - start));
        const buffer = new PointsBuffer(1);
        buffer.add(slicePoints(all, 0, 1));
        decodeInto(encodePoints(original, isThorough), buffer, fromMs, toMs);
        const expected = fromMs <= toMs ? pointsWithin(all, fromMs, toMs) : slicePoints(all, 0, 0);
        const read = slicePoints(buffer.points(), 1, buffer.length);
        expect(read.timesMs).toEqual(expected.timesMs);
        expect(read.qualities).toEqual(expected.qualities);
        expect(read.texts ?? []).toEqual(expected.texts ?? []);
        expect(expected.values.findIndex((value, i) => !Object.is(value, read.values[i]))).toBe(-1);
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  it('refuses bytes that are no blob instead of failing otherwise', () => {
    fc.assert(
      fc.property(
        anyPoints,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (original, flips, cut) => {
          const blob = encodePoints(original, true);
          for (const [at, bitsFlipped] of flips) blob[at % blob.length] = (blob[at % blob.length] ?? 0) ^ bitsFlipped;
          const bytes = cut % 3 === 0 ? blob.subarray(0, cut % blob.length) : blob;
          try {
            // Without its checksum a blob may be read as other points, but only as points.
            const { timesMs, values } = decodePoints(bytes);
            expect(values.length).toBe(timesMs.length);
          } catch (error) {
            expect(error).toBeInstanceOf(DamagedDataError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  }, 60_000);

  const day = Array.from({ length: 1024 }, (_, i) => i);
  const sizes: [name: string, values: number[], most: number][] = [
    ['a constant', day.map(() => 21.5), 0.1],
    ['a counter', day.map((i) => 4_000_000 + i), 0.15],
    ['a temperature with two decimals', day.map((i) => Math.round(2000 + 300 * Math.sin(i / 80)) / 100), 0.75],
    ['a switch', day.map((i) => Math.floor(i / 100) % 2), 0.15],
    ['a float32 with noise', day.map((i) => Math.fround(20 + ((i * 7919) % 1013) / 1000)), 4],
    ['a pressure printed in tens', day.map((i) => 38_265_830 + ((i * 7919) % 100) * 10), 1.2],
  ];
  it.each(sizes)('takes few bytes a point for %s', (_, values, most) => {
    const timesMs = Float64Array.from(day, (i) => 1.7e12 + i * 1000);
    const original = {
      timesMs,
      values: Float64Array.from(values),
      qualities: new Uint8Array(1024).fill(192),
      texts: null,
    };
    expect(encodePoints(original, true).length / 1024).toBeLessThan(most);
  });
});
