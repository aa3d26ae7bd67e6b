import { describe, expect, it } from 'vitest';
import { ClockWatch } from './clock-watch.ts';
import { planBySize } from './retention-plan.ts';

const DAY_MS = 24 * 3_600_000;

describe('a watched clock', () => {
  it('is believed while it goes as fast as time, whatever the pace of looking', () => {
    let now = 1e12;
    let elapsed = 0;
    const watch = new ClockWatch(() => elapsed);
    for (const step of [0, 1000, 3_600_000, 30 * DAY_MS]) {
      now += step;
      elapsed += step;
      expect(watch.believes(now)).toBe(true);
    }
    expect(watch.believes(now + 2 * 3_600_000)).toBe(false);
    expect(watch.believes(now)).toBe(true);
    expect(watch.believes(now - DAY_MS)).toBe(true);
  });
});

describe('retention by size', () => {
  it.each([
    ['nothing', 10, [], undefined],
    ['one hour', 10, [100], undefined],
    ['enough in the first hour', 10, [100, 5], 1],
    ['enough in two hours', 101, [100, 5, 7], 2],
    ['too little but for the newest hour', 1000, [100, 5, 7], 2],
  ])('with %s stored drops up to the right hour', (_, toFree, sizes, expected) => {
    const hours = sizes.map((bytes, startMs) => ({ startMs, bytes }));
    expect(planBySize(toFree, hours)).toBe(expected);
  });
});
