import { beforeEach, expect, test } from 'vitest';
import type { SeriesFeed, SeriesFrame } from '#readings/series.ts';
import { FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { chartSettingsSchema } from '../model/chart-settings.ts';
import { chartSpec } from '../model/chart-spec.ts';
import { ChartData } from './chart-data.ts';

const frame: SeriesFrame = {
  times: [0, 1, 2],
  columns: [
    [1, 5, 3],
    [100, 200, 400],
  ],
};
const spec = chartSpec({
  settings: chartSettingsSchema.parse({ series: [{}, {}] }),
  names: [
    { name: 'A', unit: 'bar' },
    { name: 'B', unit: 'rpm' },
  ],
  palette: [],
  zone: 'UTC',
});
const all = { from: 0, to: 2 };
let data: ChartData;
beforeEach(() => {
  const feed: SeriesFeed = new FixedSeries(frame).open();
  data = new ChartData();
  data.take(feed, spec);
});

test('an axis spans what is in sight of its own series', () => {
  expect(data.extremes(spec, 0, [true, true], all)).toEqual([1, 5]);
  expect(data.extremes(spec, 1, [true, true], { from: 1, to: 2 })).toEqual([200, 400]);
  expect(data.extremes(spec, 0, [true, true], { from: 7, to: 8 })).toBeNull();
});

test('an axis whose only series is hidden keeps its scale', () => {
  expect(data.extremes(spec, 0, [false, true], all)).toEqual([1, 5]);
});

test.each<[number, { from: number; to: number }, [number, number] | undefined, number | null]>([
  [0, all, [1, 5], 3],
  [1, { from: 1, to: 2 }, [200, 400], 300],
  [1, { from: 8, to: 9 }, undefined, null],
  [9, all, undefined, null],
])('series %i in sight of %j has the extremes %j and the mean %s', (series, window, extremes, mean) => {
  expect(data.extremesOf(series, window)?.values).toEqual(extremes);
  expect(data.meanOf(series, window)).toBe(mean);
});
