import { expect, test } from 'vitest';
import { chartLine } from '../model/chart-line.ts';
import { amPoints } from './am-points.ts';

const seconds = (count: number) => Array.from({ length: count }, (_, i) => i);

test('few points are drawn as they are, in milliseconds', () => {
  const line = chartLine([0, 1, 2], [5, 6, 7], { line: 'solid', smooth: 1 });
  expect(amPoints(line, 'solid', { from: 0, to: 2 }, 100)).toEqual([
    { t: 0, v: 5 },
    { t: 1000, v: 6 },
    { t: 2000, v: 7 },
  ]);
});

test('a step holds its value until the next', () => {
  const line = chartLine([0, 10], [1, 2], { line: 'step', smooth: 1 });
  expect(amPoints(line, 'step', { from: 0, to: 10 }, 100)).toEqual([
    { t: 0, v: 1 },
    { t: 10_000, v: 1 },
    { t: 10_000, v: 2 },
  ]);
});

test('a gap breaks the line', () => {
  const times = [...seconds(60), 500, 501];
  const line = chartLine(
    times,
    times.map(() => 1),
    { line: 'solid', smooth: 1 },
  );
  const points = amPoints(line, 'solid', { from: 0, to: 600 }, 100);
  expect(points.slice(-3)).toEqual([{ t: 500_000 }, { t: 500_000, v: 1 }, { t: 501_000, v: 1 }]);
});

test('a point that stands alone is as wide as it takes to be seen', () => {
  const times = [...seconds(60), 500];
  const column = times.map(() => 1);
  const points = amPoints(chartLine(times, column, { line: 'solid', smooth: 1 }), 'solid', { from: 0, to: 600 }, 600);
  expect(points.slice(-3)).toEqual([{ t: 498_500 }, { t: 498_500, v: 1 }, { t: 501_500, v: 1 }]);
});

test('a hundred thousand points become some hundreds, and a spike of one sample is among them', () => {
  const values = seconds(100_000).map((i) => (i === 77_777 ? 999 : i % 10));
  const points = amPoints(
    chartLine(seconds(100_000), values, { line: 'solid', smooth: 1 }),
    'solid',
    { from: 0, to: 100_000 },
    200,
  );
  expect(points.length).toBeLessThanOrEqual(4 * 202);
  expect(points).toContainEqual({ t: 77_777_000, v: 999 });
});
