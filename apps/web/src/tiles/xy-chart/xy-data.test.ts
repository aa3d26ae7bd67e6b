import { expect, test } from 'vitest';
import type { SeriesSpec } from '#tiles/shared/chart/model/chart-spec.ts';
import { xyChartSettingsSchema } from './settings.ts';
import { extremesOf, figuresOf, xyPoints } from './xy-data.ts';

const spec: SeriesSpec = { label: '', unit: '', colour: '', fill: null, line: 'solid', smooth: 1, axis: 0 };
const settings = (part: object) => xyChartSettingsSchema.parse(part);
const frame = {
  times: [0, 1, 2, 3],
  columns: [
    [10, null, 20, 30],
    [1, 2, 3, null],
  ],
};

test('without a data item on x, x is time', () => {
  const [points] = xyPoints(frame, [spec, spec], settings({}));
  expect([...(points?.x ?? [])]).toEqual([0, 2, 3]);
  expect([...(points?.y ?? [])]).toEqual([10, 20, 30]);
});

test('with one, the first column is x and y is what it was then', () => {
  const [points] = xyPoints(frame, [spec], settings({ x: { dataItem: 5 }, match: 'equal' }));
  expect([...(points?.x ?? [])]).toEqual([10, 20]);
  expect([...(points?.y ?? [])]).toEqual([1, 3]);
  expect([...(points?.times ?? [])]).toEqual([0, 2]);
});

test('a y between two points is read off its line', () => {
  const between = {
    times: [0, 1, 2],
    columns: [
      [null, 7, null],
      [10, null, 20],
    ],
  };
  const [points] = xyPoints(between, [spec], settings({ x: { dataItem: 5 } }));
  expect([...(points?.y ?? [])]).toEqual([15]);
});

test.each([
  ['time', {}],
  ['values', { x: { dataItem: 5 }, match: 'equal' }],
])('a line over %s breaks where nothing was measured for long', (_over, part) => {
  const times = [...Array.from({ length: 40 }, (_, second) => second), 500, 501];
  const rising = times.map((time) => time);
  const [points] = xyPoints({ times, columns: [rising, rising] }, [spec], settings(part));
  expect([...(points?.breaks ?? [])]).toEqual([40]);
});

test('no measured value of either item is lost where the history gives extremes of buckets', () => {
  // x has its extremes at 1 and 5, y at 2 and 4: as buckets of two series come.
  const buckets = {
    times: [0, 1, 2, 4, 5, 6],
    columns: [
      [10, 90, null, null, 2, 10],
      [5, null, 700, -300, null, 5],
    ],
  };
  const [points] = xyPoints(buckets, [spec], settings({ x: { dataItem: 5 } }));
  expect(points && extremesOf([points.x], false)).toEqual([2, 90]);
  expect(points && extremesOf([points.y], false)).toEqual([-300, 700]);
});

test('a legend tells the figures of what is in sight, and the newest value of all', () => {
  const times = Float64Array.of(60, 61, 62, 63);
  const points = { times, x: Float64Array.of(1, 2, 3, 9), y: Float64Array.of(3, -1, 4, 100) };
  expect(figuresOf(points, (x) => x < 5)).toEqual({
    ...{ last: 100, min: -1, max: 4, mean: 2 },
    times: { last: 63, min: 61, max: 62 },
  });
  const none = Float64Array.of();
  expect(figuresOf({ times: none, x: none, y: none }, () => true)).toEqual({ times: {} });
});

test('extremes, of positive values only on a logarithmic axis', () => {
  const lists = [Float64Array.of(-5, 0, 3), Float64Array.of(9)];
  expect(extremesOf(lists, false)).toEqual([-5, 9]);
  expect(extremesOf(lists, true)).toEqual([3, 9]);
  expect(extremesOf([], false)).toBeNull();
});
