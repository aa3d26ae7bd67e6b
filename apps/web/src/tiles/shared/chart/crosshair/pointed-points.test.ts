import { beforeEach, expect, test } from 'vitest';
import type { SeriesFrame } from '#readings/series.ts';
import { FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { ChartData } from '../data/chart-data.ts';
import { chartSettingsSchema } from '../model/chart-settings.ts';
import { chartSpec } from '../model/chart-spec.ts';
import { pointsAt } from './pointed-points.ts';

const frame: SeriesFrame = {
  times: [100, 110, 120],
  columns: [
    [1, 5, 3],
    [10, null, 30],
  ],
};
const spec = chartSpec({
  settings: chartSettingsSchema.parse({ series: [{}, { axis: 1 }] }),
  names: [
    { name: 'A', unit: 'bar' },
    { name: 'B', unit: 'rpm' },
  ],
  palette: [],
  zone: 'UTC',
});
const PER_PIXEL_S = 0.25;
let data: ChartData;
beforeEach(() => {
  data = new ChartData();
  data.take(new FixedSeries(frame).open(), spec);
});
const at = (moment: number, isShown = [true, true]) =>
  pointsAt(spec, data, isShown, moment, PER_PIXEL_S).map(({ series, time, value }) => [series, time, value]);

test('each series answers with its own nearest point', () => {
  expect(at(111)).toEqual([[0, 110, 5]]);
  expect(at(118)).toEqual([
    [0, 120, 3],
    [1, 120, 30],
  ]);
});

test('where no point is near, the moment itself is meant, for every series that is shown', () => {
  expect(at(300)).toEqual([
    [0, 300, null],
    [1, 300, null],
  ]);
  expect(at(300, [false, true])).toEqual([[1, 300, null]]);
});

test('a series that is hidden is never meant', () => {
  expect(at(118, [false, true])).toEqual([[1, 120, 30]]);
  expect(at(118, [false, false])).toEqual([]);
});
