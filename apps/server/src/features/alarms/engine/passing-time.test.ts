import { beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '#testing/test-clock.ts';
import { PassingTime } from './passing-time.ts';

const START_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

describe('the time that passes for conditions', () => {
  const clock = new TestClock();
  let waitingSinceMs: number | undefined;
  let time: PassingTime;

  beforeEach(() => {
    clock.stopAt(START_MS);
    waitingSinceMs = undefined;
    time = new PassingTime({ clock, waitingSinceMs: () => waitingSinceMs });
  });

  /** The seconds that one look looks at. */
  async function looked(): Promise<[fromMs: number, untilMs: number]> {
    let seen: [number, number] = [0, 0];
    const fromMs = time.passedMs;
    await time.pass(async (nowMs) => {
      seen = [Math.max(fromMs, time.leftOutUntilMs(nowMs)) - START_MS, nowMs - START_MS];
    });
    return seen;
  }

  it('is that of the clock, and of a sleep of the machine only the last five minutes', async () => {
    clock.advance(1_000);
    expect(await looked()).toEqual([0, 1_000]);
    clock.advance(60 * MINUTE_MS);
    expect(await looked()).toEqual([55 * MINUTE_MS + 1_000, 60 * MINUTE_MS + 1_000]);
  });

  it('stands at the oldest of what waits for the history, and misses no second of it once it is told', async () => {
    waitingSinceMs = START_MS + 500;
    clock.advance(8 * MINUTE_MS);
    expect(await looked()).toEqual([0, 500]);
    clock.advance(1_000);
    waitingSinceMs = START_MS + 7 * MINUTE_MS;
    expect(await looked()).toEqual([500, 7 * MINUTE_MS]);
    clock.advance(20 * MINUTE_MS);
    waitingSinceMs = undefined;
    expect(await looked()).toEqual([7 * MINUTE_MS, 28 * MINUTE_MS + 1_000]);
    // What follows is the clock's again.
    clock.advance(60 * MINUTE_MS);
    expect(await looked()).toEqual([83 * MINUTE_MS + 1_000, 88 * MINUTE_MS + 1_000]);
  });

  it('does not go beyond the clock for what is dated later', () => {
    waitingSinceMs = START_MS + MINUTE_MS;
    expect(time.nowMs()).toBe(START_MS);
  });
});
