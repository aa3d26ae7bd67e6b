import { expect, test } from 'vitest';
import { chartSettingsSchema, newAxis, thresholdOf } from './chart-settings.ts';

test('a new chart shows half an hour at 20 % resolution, refreshed every 5 s', () => {
  expect(chartSettingsSchema.parse({})).toMatchObject({
    fixedStart: 0.5,
    decimation: 20,
    refreshInterval: 5,
    refreshData: true,
    legend: true,
    invert: false,
    series: [],
    axes: [],
  });
});

test.each([
  [20, 600],
  [0, 1],
  [0.5, 15],
  [99, 2970],
  [100, -1],
])('a resolution of %d %% asks for %d buckets', (decimation, threshold) => {
  expect(thresholdOf(decimation)).toBe(threshold);
});

test.each([
  [{ fixedStart: 500 }, { fixedStart: 168 }],
  [{ fixedStart: -1 }, { fixedStart: 0 }],
  [{ fixedStart: '24' }, { fixedStart: 24 }],
  [{ refreshInterval: 1 }, { refreshInterval: 5 }],
  [{ decimation: 300 }, { decimation: 100 }],
])('%j is read as %j', (stored, read) => {
  expect(chartSettingsSchema.parse(stored)).toMatchObject(read);
});

test('axis limits that are no numbers mean automatic', () => {
  const { axes } = chartSettingsSchema.parse({
    axes: [
      { label: 'ft', min: '', max: 'auto' },
      { min: '10', max: 20 },
    ],
  });
  expect(axes).toMatchObject([
    { label: 'ft', min: null, max: null, grid: true },
    { min: 10, max: 20 },
  ]);
});

test('a series is smoothed over at most 100 samples, and hex colours get their sign', () => {
  const { series } = chartSettingsSchema.parse({
    series: [{ dataItem: '7', smooth: 900, color: 'ff0000', line: 'wavy' }],
  });
  expect(series[0]).toMatchObject({ dataItem: 7, smooth: 100, color: '#ff0000', line: 'solid', slotPath: [] });
});

test('a list that is no list is not guessed at', () => {
  expect(chartSettingsSchema.safeParse({ series: 'all' }).success).toBe(false);
  expect(chartSettingsSchema.safeParse({ axes: 5 }).success).toBe(false);
});

test('a new axis has a name of its own, and only the first has a grid', () => {
  const first = newAxis([]);
  expect(first).toMatchObject({ label: 'Axis 1', grid: true });
  expect(newAxis([{ ...first, label: 'Axis 2' }])).toMatchObject({ label: 'Axis 3', grid: false });
});
