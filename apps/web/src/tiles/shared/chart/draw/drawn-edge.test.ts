import { expect, test } from 'vitest';
import { chartLine } from '../model/chart-line.ts';
import { DrawnEdge } from './drawn-edge.ts';

const look = { line: 'solid', smooth: 1 } as const;
const WIDTH = 100;
/** An hour on a hundred pixels: 36 s each. */
const range = { from: 0, to: 3600 };
const lineOf = (...more: [time: number, value: number][]) => {
  const times = Array.from({ length: 3600 }, (_, i) => i);
  return chartLine([...times, ...more.map(([t]) => t)], [...times.map((t) => t % 10), ...more.map(([, v]) => v)], look);
};

function drawn() {
  const edge = new DrawnEdge();
  edge.remember([lineOf()], range, WIDTH, 0);
  return edge;
}

test('points between the ends of the pixel they fall into change nothing', () => {
  expect(drawn().shows([lineOf([3600, 5], [3601, 0])], { from: 1, to: 3601 }, WIDTH, 1000)).toBe(true);
});

test.each([
  ['a peak', [lineOf([3600, 11])], range, 1000],
  ['half a pixel of time', [lineOf()], { from: 18, to: 3618 }, 1000],
  ['another zoom', [lineOf()], { from: 0, to: 1800 }, 1000],
  ['points that are gone', [chartLine([0, 1], [1, 2], look)], range, 1000],
  ['another series', [lineOf(), lineOf()], range, 1000],
  ['its age', [lineOf()], range, 6000],
])('%s is news', (_name, lines, window, nowMs) => {
  expect(drawn().shows(lines, window, WIDTH, nowMs)).toBe(false);
});

test('nothing drawn shows nothing, and an empty line stays the same until its first point', () => {
  expect(new DrawnEdge().shows([], range, WIDTH, 0)).toBe(false);
  const edge = new DrawnEdge();
  edge.remember([chartLine([], [], look)], range, WIDTH, 0);
  expect(edge.shows([chartLine([], [], look)], range, WIDTH, 0)).toBe(true);
  expect(edge.shows([chartLine([1], [1], look)], range, WIDTH, 0)).toBe(false);
});
