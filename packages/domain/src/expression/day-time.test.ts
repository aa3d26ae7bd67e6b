import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DayClock } from './day-time.ts';

const DAY_MINUTES = 1_440;
const HOUR_MS = 3_600_000;
/** An hour is left out, repeated, or half an hour is. */
const CHANGES = [
  ['Europe/Oslo', '2026-03-29T01:00:00Z'],
  ['Europe/Oslo', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z'],
] as const;

test('a clock shows the same until when it says so, over every change of the clock', () => {
  const minute = fc.integer({ min: 0, max: DAY_MINUTES });
  const times = fc.tuple(minute, minute).filter(([from, to]) => from !== to);
  const aside = fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS });
  fc.assert(
    fc.property(fc.constantFrom(...CHANGES), times, aside, ([zone, change], [from, to], asideMs) => {
      const timeMs = Date.parse(change) + asideMs;
      const clock = new DayClock(zone);
      const untilMs = clock.sameUntil(timeMs, from, to);
      const is = clock.isBetween(timeMs, from, to);
      expect(untilMs).toBeGreaterThan(timeMs);
      for (let at = timeMs; at < untilMs; at += 7_000) expect(new DayClock(zone).isBetween(at, from, to)).toBe(is);
      expect(new DayClock(zone).isBetween(untilMs - 1, from, to)).toBe(is);
    }),
    { numRuns: 200 },
  );
});
