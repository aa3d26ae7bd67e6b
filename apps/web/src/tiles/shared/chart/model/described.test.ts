import { type ItemDisplay, PLAIN_DISPLAY } from '@telltale/contract';
import { describe, expect, test } from 'vitest';
import type { ChartSpec, SeriesSpec } from './chart-spec.ts';
import { bandStretches, bandsInSight, decimalsOfSeries, seriesText } from './described.ts';

const high = (limit: number): ItemDisplay => ({
  ...PLAIN_DISPLAY,
  bands: { ...PLAIN_DISPLAY.bands, high: { limit, color: '#ff0000', severity: 5 } },
});

function specOf(...all: { axis: number; display?: ItemDisplay }[]): Pick<ChartSpec, 'series' | 'axes'> {
  const look = { label: '', unit: '', colour: '', fill: null, line: 'solid', smooth: 1 } as const;
  const axis = { label: '', min: null, max: null, hasGrid: true, isLog: false };
  return { series: all.map((one): SeriesSpec => ({ ...look, ...one })), axes: [axis, axis] };
}

describe('bands behind the lines', () => {
  test.each([
    ['of a single series', [{ axis: 0, display: high(80) }], [true], 0],
    ['of an axis beside one that has none', [{ axis: 0 }, { axis: 1, display: high(80) }], [true, true], 1],
    [
      'that two series share',
      [
        { axis: 0, display: high(80) },
        { axis: 0, display: high(80) },
      ],
      [true, true],
      0,
    ],
    [
      'of the one that stands alone',
      [
        { axis: 0, display: high(80) },
        { axis: 0, display: high(9) },
      ],
      [false, true],
      0,
    ],
  ])('are those %s', (_, series, isShown, axis) => {
    expect(bandsInSight(specOf(...series), isShown)?.axis).toBe(axis);
  });

  test.each([
    [
      'differ on one axis',
      [
        { axis: 0, display: high(80) },
        { axis: 0, display: high(9) },
      ],
    ],
    ['are not those of another series on the axis', [{ axis: 0, display: high(80) }, { axis: 0 }]],
    [
      'stand on two axes',
      [
        { axis: 0, display: high(80) },
        { axis: 1, display: high(80) },
      ],
    ],
    ['are none', [{ axis: 0, display: PLAIN_DISPLAY }, { axis: 1 }]],
  ])('that %s are not drawn', (_, series) => {
    expect(bandsInSight(specOf(...series), [true, true])).toBeUndefined();
  });

  test('reach from their limit to the end of what is in sight', () => {
    const bands = { axis: 0, display: high(80) };
    expect(bandStretches(bands, 0, 100)).toMatchObject([{ from: 80, to: 100, colour: '#ff0000' }]);
    expect(bandStretches(bands, 90, 100)).toMatchObject([{ from: 90, to: 100 }]);
    expect(bandStretches(bands, 0, 50)).toEqual([]);
  });
});

test('values have the decimals and the words of their data item, else what tells them apart', () => {
  const display = { ...PLAIN_DISPLAY, decimals: 0, words: [{ value: 1, word: 'Open' }] };
  expect(decimalsOfSeries({ display }, 0.1)).toBe(0);
  expect(decimalsOfSeries({}, 5)).toBe(3);
  expect([seriesText(display, 1, 0), seriesText(display, 2, 0), seriesText(display, null, 0)]).toEqual([
    'Open',
    '2',
    '- -',
  ]);
});
