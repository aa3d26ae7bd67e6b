import { expect, test } from 'vitest';
import { chartSettingsSchema } from './chart-settings.ts';
import { hoursToAsk, liveRange, windowOf } from './chart-window.ts';

const HOUR_MS = 3_600_000;
const opened = Date.UTC(2026, 10, 20, 12);
const settings = (stored: Record<string, unknown>) => chartSettingsSchema.parse(stored);

test('a fixed window ends now and has its length', () => {
  const fixed = settings({ fixedStart: 2 });
  expect(hoursToAsk(fixed, opened, opened + 5 * HOUR_MS)).toBe(2);
  expect(liveRange(fixed, opened, opened, 0)).toEqual({ from: opened / 1000 - 7200, to: opened / 1000 });
});

test('a device whose clock is ahead is not cut off', () => {
  expect(liveRange(settings({}), opened, opened, opened / 1000 + 30).to).toBe(opened / 1000 + 30);
});

test('a duration of 0 still shows a minute', () => {
  expect(hoursToAsk(settings({ fixedStart: 0 }), opened, opened)).toBeCloseTo(1 / 60);
});

test('a growing window starts at the opening and is asked for in few steps', () => {
  const growing = settings({ timeType: 'live', liveStart: 1 });
  const range = liveRange(growing, opened, opened + 3 * HOUR_MS, 0);
  expect(range).toEqual({ from: opened / 1000 - 3600, to: opened / 1000 + 3 * 3600 });
  const asked = new Set<number>();
  for (let minute = 0; minute < 600; minute++) {
    const hours = hoursToAsk(growing, opened, opened + minute * 60_000);
    expect(hours).toBeGreaterThanOrEqual(1 + minute / 60);
    asked.add(hours);
  }
  expect(asked.size).toBeLessThan(10);
});

test('a part of time is asked for as it is', () => {
  expect(windowOf({ from: 10.0004, to: 20.0001 }, 5)).toEqual({ kind: 'fixed', fromMs: 10_000, toMs: 20_001 });
  expect(windowOf(undefined, 5)).toEqual({ kind: 'live', hours: 5 });
});
