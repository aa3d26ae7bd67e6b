import { expect, test } from 'vitest';
import { chartLine, heldPoint, isLonely, nearestPoint, newestValue, pointsBetween } from './chart-line.ts';

const look = { line: 'solid', smooth: 1 } as const;

test('only the points of a series are its line', () => {
  const { times, values } = chartLine([1, 2, 3, 4], [5, null, undefined, 8], look);
  expect([...times]).toEqual([1, 4]);
  expect([...values]).toEqual([5, 8]);
});

test('a ghost is moved on in time', () => {
  expect([...chartLine([1, 2], [5, 6], look, 86_400).times]).toEqual([86_401, 86_402]);
});

test('smoothing is the mean of the points of this series', () => {
  const { values } = chartLine([1, 2, 3, 4], [2, null, 4, 6], { line: 'solid', smooth: 2 });
  expect([...values]).toEqual([2, 3, 5]);
});

test.each(['solid', 'step'] as const)('a %s line breaks where its column says so', (line) => {
  const column = [Number.NaN, 1, Number.NaN, Number.NaN, 2, 3, Number.NaN];
  const { values, breaks } = chartLine([1, 2, 3, 4, 5, 6, 7], column, { line, smooth: 1 });
  expect([...values]).toEqual([1, 2, 3]);
  expect([...breaks]).toEqual([1]);
});

test('a gap that is said and one that is learnt stand in order, each once', () => {
  const times = [...Array.from({ length: 40 }, (_, i) => i), 500, 501, 502];
  const column = times.map((time) => (time === 501 || time === 20 ? Number.NaN : 1));
  expect([...chartLine(times, column, look).breaks]).toEqual([20, 39, 40]);
});

test('a step has no gaps', () => {
  const times = [...Array.from({ length: 40 }, (_, i) => i), 500, 501];
  const ones = times.map(() => 1);
  expect([...chartLine(times, ones, look).breaks]).toEqual([40]);
  expect([...chartLine(times, ones, { line: 'step', smooth: 1 }).breaks]).toEqual([]);
});

test.each([
  [14, 10, 1],
  [16, 10, 2],
  [15, 10, 1],
  [100, 10, -1],
  [-3, 10, 0],
])('the point nearest to %d within %d s is number %d', (moment, reach, index) => {
  expect(nearestPoint(chartLine([0, 10, 20], [1, 2, 3], look), moment, reach)).toBe(index);
});

test.each([
  [-1, -1],
  [0, 0],
  [9, 0],
  [10, 1],
  [999, 2],
])('at %d the value of point %d still holds', (moment, index) => {
  expect(heldPoint(chartLine([0, 10, 20], [1, 2, 3], look), moment)).toBe(index);
});

test('a range takes in both of its ends', () => {
  const line = chartLine([0, 10, 20], [1, 2, 3], look);
  expect(pointsBetween(line, 0, 20)).toEqual([0, 2]);
  expect(pointsBetween(line, 1, 19)).toEqual([1, 1]);
  expect(pointsBetween(line, 11, 19)).toEqual([2, 1]);
});

test('a point between two gaps, or between a gap and an end, is lonely', () => {
  const times = [...Array.from({ length: 60 }, (_, i) => i), 500, 1000];
  const line = chartLine(
    times,
    times.map(() => 1),
    look,
  );
  expect([...line.breaks]).toEqual([60, 61]);
  expect([0, 59, 60, 61].map((index) => isLonely(line, index))).toEqual([false, false, true, true]);
});

test('the newest value; none of an empty line', () => {
  expect(newestValue(chartLine([0, 10], [1, 2], look))).toBe(2);
  expect(newestValue(chartLine([], [], look))).toBeNull();
});
