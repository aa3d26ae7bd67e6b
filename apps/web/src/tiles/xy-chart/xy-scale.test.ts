import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partOf, shareOf, valueAt, type XyScale } from './xy-scale.ts';

const linear: XyScale = { min: 0, max: 10, isLog: false, isReversed: false };
const log: XyScale = { min: 1, max: 1000, isLog: true, isReversed: false };

test.each<[string, XyScale, number, number]>([
  ['linear', linear, 2.5, 0.25],
  ['beyond its end', linear, 15, 1.5],
  ['downwards', { ...linear, isReversed: true }, 2.5, 0.75],
  ['logarithmic', log, 10, 1 / 3],
])('a value has its place: %s', (_how, scale, value, share) => {
  expect(shareOf(scale, value)).toBeCloseTo(share, 12);
  expect(valueAt(scale, share)).toBeCloseTo(value, 9);
});

test('a logarithmic axis has no place for zero and below', () => {
  expect(shareOf(log, 0)).toBeNaN();
  expect(shareOf(log, -3)).toBeNaN();
});

test('every value is found again at its share', () => {
  const scales = fc.record({ min: fc.integer({ min: 1, max: 500 }), isLog: fc.boolean(), isReversed: fc.boolean() });
  fc.assert(
    fc.property(scales, fc.double({ min: 0, max: 1, noNaN: true }), (part, share) => {
      const scale = { ...part, max: part.min + 400 };
      expect(shareOf(scale, valueAt(scale, share))).toBeCloseTo(share, 6);
    }),
  );
});

describe('a part of an axis', () => {
  test.each<[string, XyScale, [number, number], [number, number]]>([
    ['within it', linear, [0.25, 0.75], [2.5, 7.5]],
    ['beyond it', linear, [-1, 2], [-10, 20]],
    ['reversed', { ...linear, isReversed: true }, [0, 0.25], [7.5, 10]],
  ])('%s', (_where, scale, shares, part) => {
    expect(partOf(scale, ...shares)).toEqual(part);
  });

  test('of a logarithmic one is in decades, and never reaches zero', () => {
    const [low, high] = partOf(log, -2, 1) ?? [];
    expect(low).toBeCloseTo(1e-6, 12);
    expect(high).toBeCloseTo(1000, 9);
  });

  test.each([
    ['nothing', 0.5, 0.5],
    ['less than two numbers are apart', 0.5, 0.5 + 1e-14],
    ['endless', Number.NEGATIVE_INFINITY, 1],
  ])('is none where it is %s', (_what, from, to) => {
    expect(partOf(linear, from, to)).toBeUndefined();
  });
});
