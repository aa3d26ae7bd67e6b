import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOT_SCALED, scaledValue, scalingInForce, scalingsOf, streamsOf, unscaledValue } from './item-scaling.ts';
import { scalingText } from './scaling-text.ts';

const current = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 };

describe('the scaling of a reading', () => {
  it.each([
    [4, current, 0],
    [20, current, 100],
    [12, current, 50],
    [3.2, current, -5],
    [12, { ...current, offset: 1.5 }, 51.5],
    [12, { ...current, scaledMin: 100, scaledMax: 0 }, 50],
    [8, { ...current, scaledMin: 100, scaledMax: 0 }, 75],
    [12, { ...current, unscaledMin: 20, unscaledMax: 4 }, 50],
  ])('of %d by %j is %d', (reading, scaling, value) => {
    expect(scaledValue(reading, scaling)).toBeCloseTo(value, 9);
    expect(unscaledValue(value, scaling)).toBeCloseTo(reading, 9);
  });

  it('is always a number', () => {
    const limit = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(numbers, limit, limit, limit, limit, limit, (reading, a, b, c, d, offset) => {
        fc.pre(Math.abs(a - b) > 1e-300);
        const scaling = { unscaledMin: a, unscaledMax: b, scaledMin: c, scaledMax: d, offset, samples: 1 };
        expect(Number.isFinite(scaledValue(reading, scaling))).toBe(true);
      }),
    );
  });

  it('is the one value that all readings have, however far apart they are', () => {
    const one = { ...current, unscaledMin: 0, unscaledMax: 1e-300, scaledMin: 5, scaledMax: 5 };
    expect(scaledValue(-1e300, one)).toBe(5);
  });

  it.each([
    [current, '4–20 → 0–100'],
    [{ ...current, offset: 1.5, samples: 3 }, '4–20 → 0–100 + 1.5, mean of 3 readings'],
    [{ ...current, offset: -1 }, '4–20 → 0–100 - 1'],
  ])('%j is told as %s', (scaling, text) => {
    expect(scalingText(scaling)).toBe(text);
  });

  it.each([
    ['nobody', undefined, undefined, undefined],
    ['the asset', current, null, current],
    ['the definition', undefined, current, current],
    ['the asset, whatever its definition says', { ...current, offset: 1 }, current, { ...current, offset: 1 }],
    ['nobody, as the asset says', NOT_SCALED, current, undefined],
    ['the asset, which only averages', { ...NOT_SCALED, samples: 2 }, null, { ...NOT_SCALED, samples: 2 }],
  ])('is said by %s', (_, own, ofDefinition, expected) => {
    expect(scalingInForce(own, ofDefinition)).toEqual(expected);
  });

  it('has no reading behind a value that all readings have', () => {
    expect(unscaledValue(5, { ...current, scaledMin: 5, scaledMax: 5 })).toBeUndefined();
  });
});

describe('the attributes of an asset', () => {
  it('hold scalings by data item, or none', () => {
    expect(scalingsOf(JSON.stringify({ 7: current }))).toEqual(new Map([[7, current]]));
    const wrong = [undefined, null, '', 'x', '[]', '{"x":1}', '{"7":{"unscaledMin":4}}', '{"__proto__":{"a":1}}'];
    for (const text of wrong) expect(scalingsOf(text).size).toBe(0);
    expect(scalingsOf(JSON.stringify({ 7: { ...current, unscaledMax: 4 } })).size).toBe(0);
  });

  it('hold the index of a stream by data item, as far as it is one', () => {
    expect(streamsOf('{"7":2,"8":"x"}')).toEqual(new Map([[7, 2]]));
    for (const text of [undefined, '', '[1]', '5', 'x']) expect(streamsOf(text).size).toBe(0);
  });
});
