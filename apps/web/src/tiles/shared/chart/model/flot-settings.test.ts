import { expect, test } from 'vitest';
import { advancedGraphTile } from '#tiles/advanced-graph/tile.ts';
import { fastGraphTile } from '#tiles/fast-graph/tile.ts';
import { chartSettingsSchema } from './chart-settings.ts';
import { migrateFlot } from './flot-settings.ts';

const flot = {
  dataSource: 'dataItems',
  dataItems: [11, 12],
  hours: 2,
  refresh: false,
  refreshInterval: 30,
  title: 'Pressures',
  legend: { show: false },
  fields: ['Time', 'Tubing', 'Casing'],
  yaxes: [
    { axisLabel: 'psi', min: 0, max: 500 },
    { axisLabel: '', autoScale: true, min: 1, invert: true },
  ],
  series: [
    { label: 'B', yvalue: 'Casing', yaxis: 2, color: 'ff0000', fill: true, fillColor: '00ff00', points: true },
    { label: 'A', yvalue: 'Tubing', yaxis: 1, lines: { steps: true } },
  ],
};
const read = (bag: Record<string, unknown>) => chartSettingsSchema.parse(migrateFlot(bag));

test.each([
  ['under its own key', { flot }],
  ['as JSON', { flot: JSON.stringify(flot) }],
  ['flat', flot],
])('a flot configuration %s is read', (_where, bag) => {
  expect(read(bag)).toMatchObject({
    source: 'dataItems',
    fixedStart: 2,
    refreshData: false,
    refreshInterval: 30,
    title: 'Pressures',
    legend: false,
    invert: true,
    axes: [
      { label: 'psi', min: 0, max: 500, grid: true },
      { label: 'Axis 2', min: null, max: null, grid: false },
    ],
    series: [
      { dataItem: 12, color: '#ff0000', fill: '00ff00', line: 'solid', axis: { label: 'Axis 2' }, points: true },
      { dataItem: 11, color: '', fill: false, line: 'step', axis: { label: 'psi' } },
    ],
  });
});

test('without series each data item is a line', () => {
  expect(read({ flot: { dataItems: [3, 4], hours: 0.25 } })).toMatchObject({
    fixedStart: 0.25,
    axes: [],
    series: [{ dataItem: 3 }, { dataItem: 4 }],
  });
});

test('a request stays a request', () => {
  const stored = { flot: { dataSource: 'fetch', fetch: { url: '/api/x', contentType: 'text' } } };
  expect(read(stored)).toMatchObject({ source: 'request', fetch: { url: '/api/x', parse: 'text' }, series: [] });
});

test('what was edited since wins, and the configuration stays', () => {
  const bag = { flot, series: [{ dataItem: 99 }], title: 'Mine' };
  expect(migrateFlot(bag)).toMatchObject({ flot, series: [{ dataItem: 99 }], title: 'Mine', fixedStart: 2 });
  expect(migrateFlot({ ...flot, series: [{ dataItem: 99 }] }).series).toEqual([{ dataItem: 99 }]);
});

test.each([
  ['nothing', {}],
  ['today’s own', { series: [{ dataItem: 1 }], fixedStart: 1 }],
  ['no configuration', { flot: 'abc' }],
  ['broken JSON', { flot: '{"a":' }],
  ['a list', { flot: [] }],
])('%s is left as it is', (_what, bag) => expect(migrateFlot(bag)).toEqual(bag));

test.each([
  ['nothing of use', { flot: { series: 'x', yaxes: 3, dataItems: {}, fields: 1 } }],
  ['wrong words', { flot: { dataItems: ['a', null], hours: {}, legend: [], yaxes: [null, 5], series: [null, 1, {}] } }],
])('%s does not keep a graph from being drawn', (_what, bag) => {
  for (const tile of [fastGraphTile, advancedGraphTile]) {
    expect(tile.settings.safeParse(tile.migrate?.(bag)).success).toBe(true);
  }
});
