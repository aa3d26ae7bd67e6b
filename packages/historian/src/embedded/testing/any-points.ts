import fc from 'fast-check';
import type { Points } from '../points/points.ts';

const bits = new DataView(new ArrayBuffer(8));

/** Any float64 by its bits, so that every class of them turns up. */
const anyFloat = fc.tuple(fc.nat(0xffffffff), fc.nat(0xffffffff)).map(([high, low]) => {
  bits.setUint32(0, high);
  bits.setUint32(4, low);
  return bits.getFloat64(0);
});

function decimals(count: number): fc.Arbitrary<number> {
  return fc.integer({ min: -1_000_000, max: 1_000_000 }).map((integer) => integer / 10 ** count);
}

/** Series of values as sensors and as nobody would send them. */
const series: fc.Arbitrary<number[]> = fc.oneof(
  fc.array(anyFloat, { minLength: 1, maxLength: 300 }),
  fc.array(fc.double(), { minLength: 1, maxLength: 300 }),
  fc.array(fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, 1), {
    minLength: 1,
    maxLength: 300,
  }),
  fc.nat(8).chain((count) => fc.array(decimals(count), { minLength: 1, maxLength: 1100 })),
  fc.array(fc.integer({ min: -(2 ** 53), max: 2 ** 53 }), { minLength: 1, maxLength: 300 }),
  fc.array(fc.float(), { minLength: 1, maxLength: 300 }),
  // Counters and straight lines with knots.
  fc
    .array(fc.tuple(fc.integer({ min: -50_000, max: 50_000 }), fc.integer({ min: 1, max: 90 })), {
      minLength: 1,
      maxLength: 20,
    })
    .map((knots) => {
      let level = 1e6;
      return knots.flatMap(([slope, length]) => {
        const from = level;
        level += slope * length;
        return Array.from({ length }, (_, i) => (from + slope * i) / 100);
      });
    }),
  // Walks from anywhere, by steps of any width.
  fc.tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), fc.nat(26)).chain(([first, width]) => {
    const step = fc.integer({ min: -(2 ** width), max: 2 ** width });
    return fc.array(step, { minLength: 1, maxLength: 500 }).map((steps) => {
      let level = first;
      return steps.map((one) => {
        level += one;
        return level / 100;
      });
    });
  }),
  // Few levels, with outliers.
  fc.array(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(1.5, 0.327927, -7) }, anyFloat), {
    minLength: 1,
    maxLength: 1100,
  }),
  // Multiples of powers of ten and powers of two whose low words are zero.
  fc.array(
    fc.integer({ min: -9000, max: 9000 }).map((i) => i * 1000),
    { minLength: 1, maxLength: 400 },
  ),
  fc.array(
    fc.integer({ min: -60, max: 60 }).map((exponent) => 2 ** exponent),
    { minLength: 1, maxLength: 300 },
  ),
);

const deltas: fc.Arbitrary<(count: number) => number[]> = fc.oneof(
  fc.integer({ min: 1, max: 1e6 }).map((step) => (count: number) => new Array<number>(count).fill(step)),
  fc
    .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 })
    .map((steps) => (count: number) => Array.from({ length: count }, (_, i) => (steps[i % steps.length] ?? 1) * 1000)),
  fc
    .array(fc.oneof(fc.integer({ min: 900, max: 1100 }), fc.integer({ min: 1, max: 2 ** 41 })), {
      minLength: 1,
      maxLength: 50,
    })
    .map((steps) => (count: number) => Array.from({ length: count }, (_, i) => steps[i % steps.length] ?? 1)),
);

/** Runs of points of any kind, with and without strings. */
export const anyPoints: fc.Arbitrary<Points> = fc
  .tuple(
    series,
    deltas,
    fc.integer({ min: -1e13, max: 1e13 }),
    fc.array(fc.constantFrom(192, 192, 192, 64, 0, 255), { minLength: 1, maxLength: 7 }),
    fc.option(fc.array(fc.option(fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 30 })),
  )
  .map(([values, deltasOf, start, qualities, texts]) => {
    let time = start;
    const steps = deltasOf(values.length);
    const chosen = texts ? values.map((_, i) => texts[i % texts.length] ?? null) : null;
    return {
      timesMs: Float64Array.from(steps, (step) => {
        time += step;
        return time;
      }),
      values: Float64Array.from(values, (value, i) => (chosen?.[i] === null || !chosen ? value : 0)),
      qualities: Uint8Array.from(values, (_, i) => qualities[Math.floor(i / 3) % qualities.length] ?? 0),
      texts: chosen?.some((text) => text !== null) ? chosen : null,
    };
  });
