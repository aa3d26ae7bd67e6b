import type { exportSchedules } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { firstKept, occurrenceAfter, occurrenceBefore } from './occurrences.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const daily: exportSchedules.ExportRhythm = { every: 'day', weekday: 1, time: '06:00', zone: 'Europe/Oslo' };

function runs(rhythm: exportSchedules.ExportRhythm, from: string, count: number): string[] {
  const found: string[] = [];
  for (let timeMs = Date.parse(from); found.length < count; ) {
    timeMs = occurrenceAfter(rhythm, timeMs);
    found.push(new Date(timeMs).toISOString());
  }
  return found;
}

describe('a scheduled export', () => {
  it.each<[string, Partial<exportSchedules.ExportRhythm>, string, string[]]>([
    ['day', {}, '2026-11-20T05:00:00Z', ['2026-11-21T05:00:00.000Z', '2026-11-22T05:00:00.000Z']],
    ['day that gains an hour', {}, '2026-10-24T03:00Z', ['2026-10-24T04:00:00.000Z', '2026-10-25T05:00:00.000Z']],
    ['day that loses one', {}, '2026-03-28T04:00Z', ['2026-03-28T05:00:00.000Z', '2026-03-29T04:00:00.000Z']],
    // The clocks go from 02:00 to 03:00, and from 03:00 back to 02:00.
    [
      'time that is skipped',
      { time: '02:30' },
      '2026-03-28T02:00Z',
      ['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
    ],
    [
      'time that comes twice',
      { time: '02:30' },
      '2026-10-24T02:00Z',
      ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'week',
      { every: 'week', weekday: 7 },
      '2026-11-20T00:00Z',
      ['2026-11-22T05:00:00.000Z', '2026-11-29T05:00:00.000Z'],
    ],
  ])('comes each %s once', (_name, changed, from, expected) => {
    expect(runs({ ...daily, ...changed }, from, 2)).toEqual(expected);
  });

  it('covers a year without a gap or an overlap, in zones on both sides of the date line', () => {
    for (const zone of ['Europe/Oslo', 'America/Chicago', 'Pacific/Auckland', 'Australia/Lord_Howe', 'UTC']) {
      for (const time of ['00:00', '02:15', '23:45']) {
        const rhythm = { ...daily, time, zone };
        let timeMs = Date.parse('2026-01-01T12:00Z');
        for (let n = 0; n < 365; n++) {
          const nextMs = occurrenceAfter(rhythm, timeMs);
          if (n > 0) expect(occurrenceBefore(rhythm, nextMs)).toBe(timeMs);
          if (n > 0) expect(Math.abs(nextMs - timeMs - DAY_MS)).toBeLessThanOrEqual(HOUR_MS);
          timeMs = nextMs;
        }
      }
    }
  });

  it('that was missed for long begins with its newest few', () => {
    const dueMs = Date.parse('2026-01-01T05:00Z');
    const at = (iso: string) => firstKept(daily, dueMs, Date.parse(iso), 7);
    expect(at('2026-01-01T05:00Z')).toBe(dueMs);
    expect(at('2026-01-03T09:00Z')).toBe(dueMs);
    expect(at('2026-01-20T09:00Z')).toBe(Date.parse('2026-01-14T05:00Z'));
  });
});
