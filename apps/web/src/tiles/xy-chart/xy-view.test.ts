// @vitest-environment jsdom
import '#testing/setup.ts';
import { beforeEach, expect, test } from 'vitest';
import type { ChartSpec, SeriesSpec } from '#tiles/shared/chart/model/chart-spec.ts';
import type { XyPoints } from './xy-data.ts';
import { XyView } from './xy-view.ts';

const plot = { width: 400, height: 200 };
const ofAxis = (axis: number): SeriesSpec => ({
  label: '',
  unit: '',
  colour: '',
  fill: null,
  line: 'solid',
  smooth: 1,
  axis,
});
const fixed = { label: '', min: 0, max: 100, hasGrid: true, isLog: false };
const spec: ChartSpec = {
  series: [ofAxis(0), ofAxis(1)],
  axes: [fixed, { ...fixed, min: 1, max: 10_000, isLog: true }],
  isInverted: false,
  hasLegend: true,
  legendValues: [],
  zone: 'UTC',
};
const x = { ...fixed, max: 10, isTime: false };
const some = (values: number[]): XyPoints => ({
  times: Float64Array.from(values),
  x: Float64Array.from(values),
  y: Float64Array.from(values),
  breaks: new Set(),
});

let view: XyView;
const content = { spec, x, points: [some([1, 2, 9]), some([1, 9])], isShown: [true, true] };
beforeEach(() => {
  view = new XyView();
  view.take(content);
});
const ranges = () => {
  const scales = view.scales();
  return [scales.x, ...scales.y].map(({ min, max }) => [min, max].map((end) => Number(end.toPrecision(6))));
};

test('all axes are seen as they are set', () => {
  expect(ranges()).toEqual([
    [0, 10],
    [0, 100],
    [1, 10_000],
  ]);
  expect(view.isZoomed).toBe(false);
});

test('zooming keeps the values under the pointer where they are, on logarithmic axes too', () => {
  view.zoomAbout({ left: 100, top: 50 }, 0.5, plot);
  expect(ranges()).toEqual([
    [1.25, 6.25],
    [37.5, 87.5],
    [31.6228, 3162.28],
  ]);
});

test('zooming out and in again ends where it began', () => {
  const before = ranges();
  for (const factor of [2, 0.5]) view.zoomAbout(undefined, factor, plot);
  expect(ranges()).toEqual(before);
});

test('moving takes all axes along', () => {
  view.panBy(0.5, 0.25);
  expect(ranges()).toEqual([
    [5, 15],
    [-25, 75],
    [0.1, 1000],
  ]);
});

test('moving to a side leaves the values upwards to follow what is there', () => {
  view.panBy(0.5, 0);
  expect(view.chosen('x')).toEqual([5, 15]);
  expect(view.chosen(0)).toBeUndefined();
});

test('a rectangle chooses both axes, a flat one x, a narrow one the values', () => {
  view.zoomInto({ left: 100, top: 50, width: 200, height: 100 }, plot, 20);
  expect(ranges()).toEqual([
    [2.5, 7.5],
    [25, 75],
    [10, 1000],
  ]);
  view.reset();
  view.zoomInto({ left: 100, top: 50, width: 200, height: 4 }, plot, 20);
  expect([view.chosen('x'), view.chosen(0)]).toEqual([[2.5, 7.5], undefined]);
  view.reset();
  view.zoomInto({ left: 100, top: 50, width: 4, height: 100 }, plot, 20);
  expect([view.chosen('x'), view.chosen(0)]).toEqual([undefined, [25, 75]]);
});

test('an axis that runs downwards is zoomed by what stands there', () => {
  view.take({ ...content, spec: { ...spec, isInverted: true } });
  view.zoomInto({ left: 0, top: 0, width: 400, height: 50 }, plot, 20);
  expect(view.chosen(0)).toEqual([0, 25]);
});

test('automatic value axes span what is in sight of x, and of the series that are shown', () => {
  const automatic = { ...fixed, min: null, max: null };
  const free = { ...content, spec: { ...spec, axes: [automatic], series: [ofAxis(0), ofAxis(0)] } };
  view.take({ ...free, points: [some([1, 2, 9]), some([1000])] });
  expect(view.scales().y[0]?.max).toBeGreaterThan(1000);
  view.take({ ...free, points: [some([1, 2, 9]), some([1000])], isShown: [true, false] });
  expect(view.scales().y[0]?.max).toBeLessThan(15);
  view.zoomInto({ left: 0, top: 50, width: 200, height: 0 }, plot, 20);
  expect(view.scales().y[0]?.max).toBeLessThan(4);
});

test('time is never zoomed out beyond ten years', () => {
  view.take({ ...content, x: { ...x, isTime: true, max: 9 * 366 * 86_400 } });
  view.zoomAbout(undefined, 2, plot);
  expect(view.chosen('x')).toBeUndefined();
});
