import { expect, test } from 'vitest';
import { durationText, shareOf } from './backtest-text.ts';

test.each([
  [0.4, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_600, '1 h'],
  [12_000, '3 h 20 min'],
  [187_200, '2 d 4 h'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

test('an interval on a strip is never too thin to be seen, nor beyond its ends', () => {
  expect(shareOf(0, 50, 0, 100, 1000)).toEqual({ x: 0, width: 500 });
  expect(shareOf(50, 50, 0, 100, 1000)).toEqual({ x: 500, width: 2 });
  expect(shareOf(100, 100, 0, 100, 1000)).toEqual({ x: 998, width: 2 });
  expect(shareOf(-50, 150, 0, 100, 1000)).toEqual({ x: 0, width: 1000 });
});
