// @vitest-environment jsdom
import '#testing/setup.ts';
import { expect, test } from 'vitest';
import { plotOptions } from '#tiles/shared/chart/draw/plot-options.ts';
import { chartSpec } from '#tiles/shared/chart/model/chart-spec.ts';
import { depthChartSettings } from './depth-chart.ts';

test('depth runs downwards from 0 to 30,000 ft, the projected one dashed, both on one axis', () => {
  const names = [
    { name: 'Depth', unit: 'ft' },
    { name: 'Projected depth', unit: 'ft' },
  ];
  const settings = depthChartSettings('#4fb3d9', '#9aa4ae');
  const spec = chartSpec({ settings, names, palette: [], zone: 'UTC' });
  const options = plotOptions({
    spec,
    extremes: () => [120, 14_725],
    colours: {},
    hooks: {},
    paths: () => null,
  } as never);
  const scale = options.scales?.y0;
  expect(scale?.dir).toBe(-1);
  const range = scale?.range as unknown as () => [number, number];
  expect(range()).toEqual([0, 30_000]);
  const [, depth, projected] = options.series;
  expect(depth).toMatchObject({ label: 'Depth', scale: 'y0', stroke: '#4fb3d9' });
  expect(depth).not.toHaveProperty('dash');
  expect(projected).toMatchObject({
    label: 'Projected depth',
    scale: 'y0',
    stroke: '#9aa4ae',
    dash: expect.any(Array),
  });
});
