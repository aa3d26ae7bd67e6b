import { describe, expect, it } from 'vitest';
import { changed, pointsOf, valuesIn, wholeOf } from './view-range.ts';

const tenth = { count: 1_000, waveform: { start: null, increment: 0.1 } };
const untimed = { count: 50, waveform: null };

describe('what is looked at', () => {
  it('is the longest channel at first', () => {
    expect(wholeOf([tenth, untimed])).toEqual({ from: 0, to: 100 });
    expect(wholeOf([])).toEqual({ from: 0, to: 1 });
  });

  it.each([
    [{ from: 0, to: 100 }, tenth, { first: 0, end: 1_000 }],
    [{ from: 10, to: 20 }, tenth, { first: 100, end: 200 }],
    [{ from: 10.01, to: 10.02 }, tenth, { first: 100, end: 101 }],
    [{ from: 40, to: 90 }, untimed, { first: 40, end: 50 }],
    [{ from: 60, to: 90 }, untimed, { first: 50, end: 50 }],
  ])('in %j of a channel are the values %#', (range, channel, values) => {
    expect(valuesIn(range, channel)).toEqual(values);
  });

  it('is drawn nearer, and moved, and never leaves the whole', () => {
    const whole = { from: 0, to: 100 };
    expect(changed(whole, whole, { zoom: 0.5 })).toEqual({ from: 25, to: 75 });
    expect(changed({ from: 25, to: 75 }, whole, { zoom: 4 })).toEqual(whole);
    expect(changed({ from: 80, to: 100 }, whole, { move: 0.5 })).toEqual({ from: 80, to: 100 });
    expect(changed({ from: 40, to: 60 }, whole, { move: -0.5 })).toEqual({ from: 30, to: 50 });
  });
});

it('a line goes through the smallest and the largest of each part', () => {
  const plot = { edges: [0, 4, 5, 9], min: [1, 7, null], max: [3, 7, null], unread: 0 };
  expect(pointsOf(plot, 0.5)).toEqual([
    [0, 1, 2, 2.5, 3.5],
    [1, 3, 7, null, null],
  ]);
});
