import { expect, test } from 'vitest';
import type { SeriesSpec } from '#tiles/shared/chart/chart-spec.ts';
import { xyChartSettingsSchema } from './settings.ts';
import { extremesOf, figuresOf, nearestOf, xyPoints } from './xy-data.ts';

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

test('a legend tells the figures of what is there', () => {
  expect(figuresOf(Float64Array.of(3, -1, 4))).toEqual({ last: 4, min: -1, max: 4, mean: 2 });
  expect(figuresOf(Float64Array.of())).toEqual({});
});

test('extremes, of positive values only on a logarithmic axis', () => {
  const lists = [Float64Array.of(-5, 0, 3), Float64Array.of(9)];
  expect(extremesOf(lists, false)).toEqual([-5, 9]);
  expect(extremesOf(lists, true)).toEqual([3, 9]);
  expect(extremesOf([], false)).toBeNull();
});

test('the nearest point within reach, of the series that are shown', () => {
  const series = { times: Float64Array.of(0, 1), x: Float64Array.of(0, 100), y: Float64Array.of(0, 100) };
  const place = (x: number, y: number) => [x, y] as const;
  expect(nearestOf([series], [true], place, { left: 97, top: 98 }, 24)).toEqual({ series: 0, index: 1 });
  expect(nearestOf([series], [true], place, { left: 50, top: 50 }, 24)).toBeUndefined();
  expect(nearestOf([series], [false], place, { left: 97, top: 98 }, 24)).toBeUndefined();
});
