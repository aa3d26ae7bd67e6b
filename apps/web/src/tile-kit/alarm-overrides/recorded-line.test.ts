import { expect, it } from 'vitest';
import { limitsIn, rangeOf, recordedLine, runsOf } from './recorded-line.ts';

it('numbers of an answer are drawn, and fewer than two of them not', () => {
  expect(
    recordedLine([
      [1, 2, 3],
      [5, null, 'x'],
    ]),
  ).toBeNull();
  expect(
    recordedLine([
      [1, 2, 3],
      [5, null, 7],
    ]),
  ).toEqual({
    points: [
      [1_000, 5],
      [3_000, 7],
    ],
    min: 5,
    max: 7,
  });
});

it.each([
  [100, { min: 90, max: 110 }, { min: 88, max: 112, step: 0.1 }],
  [100, undefined, { min: -20, max: 220, step: 1 }],
  [0.5, { min: 0.5, max: 0.5 }, { min: 0.4, max: 0.6, step: 0.005 }],
] as const)('a limit of %d over %o is dragged over %o', (value, line, expected) => {
  expect(rangeOf(value, line)).toEqual(expected);
});

it('an expression that is being written has no limits', () => {
  expect(limitsIn('_A >')).toEqual([]);
  expect(limitsIn('_A > 3')).toHaveLength(1);
});

it('what would overlap on a strip is one stretch', () => {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const span = { fromMs: 0, toMs: 100_000 };
  const intervals = [
    { from: at(-5), to: at(1) },
    { from: at(10), to: at(10.01) },
    { from: at(10.02), to: at(10.03) },
    { from: at(90), to: at(200) },
  ];
  expect(runsOf(intervals, span, 1_000)).toEqual([
    { x: 0, width: 10 },
    { x: 100, width: expect.closeTo(2.2, 9) },
    { x: 900, width: 100 },
  ]);
});
