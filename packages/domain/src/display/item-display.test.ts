import { type ItemBands, type ItemDisplay, NO_BANDS, PLAIN_DISPLAY } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, displayOf, isPlainDisplay, segmentsOf, wordOf } from './item-display.ts';
import { recordedRange } from './recorded-range.ts';

const band = (limit: number) => ({ limit, color: '' as const, severity: 5 });
const allBands: ItemBands = { lowLow: band(10), low: band(20), high: band(80), highHigh: band(90) };
const described: ItemDisplay = { ...PLAIN_DISPLAY, min: 0, max: 100, bands: allBands, decimals: 1 };

describe('the description of a data item', () => {
  it('is the definition’s, with what the asset has differently', () => {
    expect(displayOf(described, undefined)).toBe(described);
    expect(displayOf(described, { max: 250, unit: 'kPa' })).toEqual({ ...described, max: 250 });
    expect(displayOf(described, { decimals: null })).toEqual({ ...described, decimals: null });
  });

  it('has no scale whose ends cross once an asset has moved one of them', () => {
    expect(displayOf(described, { max: -5 })).toMatchObject({ min: null, max: -5 });
  });

  it('is plain until something is described', () => {
    expect(isPlainDisplay(PLAIN_DISPLAY)).toBe(true);
    expect(isPlainDisplay({ ...PLAIN_DISPLAY, description: 'Suction side' })).toBe(false);
    expect(isPlainDisplay({ ...PLAIN_DISPLAY, bands: { ...NO_BANDS, high: band(3) } })).toBe(false);
  });

  it.each([
    [9, 'lowLow'],
    [10, 'lowLow'],
    [15, 'low'],
    [20, 'low'],
    [50, undefined],
    [80, 'high'],
    [89.9, 'high'],
    [90, 'highHigh'],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('puts %d into %s', (value, name) => {
    expect(bandOf(described, value)).toBe(name);
  });

  it.each<[string, ItemBands, [number, number, string | undefined][]]>([
    [
      'all four',
      allBands,
      [
        [0, 10, 'lowLow'],
        [10, 20, 'low'],
        [20, 80, undefined],
        [80, 90, 'high'],
        [90, 100, 'highHigh'],
      ],
    ],
    ['none', NO_BANDS, [[0, 100, undefined]]],
    [
      'only the uppermost',
      { ...NO_BANDS, highHigh: band(70) },
      [
        [0, 70, undefined],
        [70, 100, 'highHigh'],
      ],
    ],
    [
      'only high',
      { ...NO_BANDS, high: band(70) },
      [
        [0, 70, undefined],
        [70, 100, 'high'],
      ],
    ],
    ['limits beyond the scale', { ...NO_BANDS, low: band(-5), high: band(500) }, [[0, 100, undefined]]],
    ['low above the scale', { ...NO_BANDS, low: band(200) }, [[0, 100, 'low']]],
  ])('cuts the scale up by %s', (_, bands, expected) => {
    expect(segmentsOf({ bands }, { min: 0, max: 100 }).map(({ from, to, name }) => [from, to, name])).toEqual(expected);
  });

  it('cuts a scale without holes, and as the value says', () => {
    const limit = fc.option(fc.integer({ min: -50, max: 150 }));
    fc.assert(
      fc.property(fc.tuple(limit, limit, limit, limit), fc.integer({ min: 0, max: 99 }), (limits, at) => {
        const sorted = [...new Set(limits.filter((value) => value !== null))].sort((a, b) => a - b);
        const [lowLow, low, high, highHigh] = [0, 1, 2, 3].map((i) =>
          sorted[i] === undefined ? null : band(sorted[i]),
        );
        const bands = { lowLow: lowLow ?? null, low: low ?? null, high: high ?? null, highHigh: highHigh ?? null };
        const segments = segmentsOf({ bands }, { min: 0, max: 100 });
        expect(segments[0]?.from).toBe(0);
        expect(segments.at(-1)?.to).toBe(100);
        for (const [i, segment] of segments.entries()) expect(segment.from).toBe(segments[i - 1]?.to ?? 0);
        const value = at + 0.5;
        expect(segments.find(({ from, to }) => value > from && value < to)?.name).toBe(bandOf({ bands }, value));
      }),
    );
  });

  it('has a word for a value, where one is given', () => {
    const words = [
      { value: 0, word: 'Closed' },
      { value: 1, word: 'Open' },
    ];
    expect(wordOf({ words }, 1)).toBe('Open');
    expect(wordOf({ words }, 2)).toBeUndefined();
  });
});

describe('the scale that recorded values suggest', () => {
  it.each<[string, number[], number[], { min: number; max: number }]>([
    ['a pressure that idles', [8, 8, 9], [290, 300, 310], { min: 0, max: 400 }],
    ['a temperature far from zero', [96, 97, 98], [108, 109, 110], { min: 95, max: 110 }],
    ['a value that never moved', [484], [484], { min: 0, max: 500 }],
    ['one below zero that never moved', [-5], [-5], { min: -5, max: 0 }],
    ['values below zero', [-40, -38], [-2, -1], { min: -40, max: 0 }],
    ['nothing but zero', [0], [0], { min: 0, max: 1 }],
  ])('has round ends about %s', (_, lows, highs, range) => {
    expect(recordedRange(lows, highs)).toEqual(range);
  });

  it('is not stretched by a spike, and told by numbers only', () => {
    const highs = Array.from({ length: 500 }, (_, i) => (i === 250 ? 1e9 : 90));
    expect(recordedRange(Array(500).fill(3), [...highs, Number.NaN])).toEqual({ min: 0, max: 100 });
    expect(recordedRange([Number.NaN], [])).toBeUndefined();
  });

  it('holds nearly everything, with its ends in order', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(6))),
          { minLength: 1, maxLength: 60 },
        ),
        (values) => {
          const range = recordedRange(values, values);
          if (range === undefined) throw new Error('There are numbers, so there is a scale.');
          expect(range.min).toBeLessThan(range.max);
          expect(values.filter((value) => value < range.min || value > range.max).length).toBeLessThanOrEqual(2);
        },
      ),
    );
  });
});
