import { expect, it } from 'vitest';
import { timeText } from './alert-reader.ts';

it.each([
  ['UTC', '2026-07-01 12:00:00 UTC'],
  ['Europe/Oslo', '2026-07-01 14:00:00 GMT+2 (Europe/Oslo)'],
  ['America/Chicago', '2026-07-01 07:00:00 CDT (America/Chicago)'],
])('writes a moment as the clock in %s shows it', (zone, expected) => {
  expect(timeText(Date.UTC(2026, 6, 1, 12), zone)).toBe(expected);
});
