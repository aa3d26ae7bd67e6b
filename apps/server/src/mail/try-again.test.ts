import { describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { TestClock } from '#testing/test-clock.ts';
import { nextAttempt, OtherSide } from './try-again.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

describe('another attempt', () => {
  it('comes later each time, within the hour, for a day', () => {
    const waits = [1, 2, 3, 4, 20].map((attempts) => (nextAttempt(attempts, NOW, NOW) ?? 0) - NOW);
    expect(waits).toEqual([5_000, 15_000, 45_000, 135_000, HOUR]);
    expect(nextAttempt(30, NOW - 24 * HOUR, NOW)).toBeUndefined();
  });

  it('does not come before the other side wants it, nor sooner because it wants it soon', () => {
    expect(nextAttempt(1, NOW, NOW, NOW + HOUR)).toBe(NOW + HOUR);
    expect(nextAttempt(3, NOW, NOW, NOW + 1_000)).toBe(NOW + 45_000);
    expect(nextAttempt(1, NOW - 24 * HOUR, NOW, NOW + HOUR)).toBeUndefined();
  });
});

describe('the other side', () => {
  it('is asked by one message at a time while it is down, less and less often, up to once a minute', () => {
    const clock = new TestClock();
    clock.stop();
    const side = new OtherSide(clock, createLog('silent'), 'mails');
    expect([side.isDown, side.isResting]).toEqual([false, false]);
    const rests: number[] = [];
    for (let n = 0; n < 8; n++) {
      side.failed('connect ECONNREFUSED');
      const beganMs = clock.now();
      while (side.isResting) clock.advance(1_000);
      rests.push(clock.now() - beganMs);
    }
    expect(rests).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(side.isDown).toBe(true);
    side.failed('connect ECONNREFUSED');
    side.answered();
    expect([side.isDown, side.isResting]).toEqual([false, false]);
  });
});
