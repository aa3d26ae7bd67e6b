import { describe, expect, test } from 'vitest';
import { isoOfWall, wallTime } from './wall-time.ts';

describe('the time of a field, on the clock of a zone', () => {
  test.each([
    ['2026-07-01T10:00:00.000Z', 'Europe/Berlin', '2026-07-01T12:00'],
    ['2026-12-01T10:00:00.000Z', 'America/Chicago', '2026-12-01T04:00'],
  ])('%s in %s reads %s, and back', (iso, zone, text) => {
    expect(wallTime(iso, zone)).toBe(text);
    expect(isoOfWall(text, zone)).toBe(iso);
  });

  test('is nothing while none is named', () => {
    expect([wallTime(undefined, 'UTC'), wallTime('yesterday', 'UTC')]).toEqual(['', '']);
    expect([isoOfWall('', 'UTC'), isoOfWall('2026-13-01T00:00', 'UTC')]).toEqual([undefined, undefined]);
  });
});
