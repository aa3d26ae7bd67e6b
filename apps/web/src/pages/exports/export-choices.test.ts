import { describe, expect, test } from 'vitest';
import { faultOfChoices, firstChoices, itemKey, requestOf } from './export-choices.ts';
import { momentOfQuarter, quarterAt } from './quarter-hours.ts';

const NOW = Date.parse('2026-11-20T12:07:00Z');
const ZONE = 'America/Chicago';

describe('an export', () => {
  test('begins with the last 24 hours in quarters of an hour, compressed, as CSV', () => {
    const choices = firstChoices(NOW, ZONE, 'Pump 7');
    expect(choices).toMatchObject({
      start: { date: '2026-11-19', hour: 6, minute: 0, half: 'AM' },
      end: { date: '2026-11-20', hour: 6, minute: 15, half: 'AM' },
      type: 'csv',
      isCompressed: true,
      isMailed: false,
    });
    expect(requestOf({ ...choices, items: new Set([itemKey(3, 5)]) }, ZONE)).toEqual({
      DataItems: [{ assetId: 3, dataItemId: 5 }],
      StartTime: '2026-11-19T12:00:00.000Z',
      EndTime: '2026-11-20T12:15:00.000Z',
      Format: { Type: 'csv', Layout: 'wide', Zone: 'UTC' },
      OutputSettings: { Method: 'File', Filename: 'Pump 7', Compress: true, NotifyEmails: false },
    });
  });

  test('needs a data item, a start before its end, and something of each interval', () => {
    const choices = { ...firstChoices(NOW, ZONE, ''), items: new Set(['3-5']) };
    expect(faultOfChoices(choices, ZONE)).toBeUndefined();
    expect(faultOfChoices({ ...choices, items: new Set() }, ZONE)).toBe('Choose at least one data item.');
    expect(faultOfChoices({ ...choices, start: choices.end }, ZONE)).toBe('The start must lie before the end.');
    expect(faultOfChoices({ ...choices, interval: 60, functions: [] }, ZONE)).toContain('of each interval');
  });

  test('has at most so many data items as the portal takes', () => {
    const items = (count: number) => new Set(Array.from({ length: count }, (_, index) => itemKey(3, index + 1)));
    const choices = firstChoices(NOW, ZONE, '');
    expect(faultOfChoices({ ...choices, items: items(2_000) }, ZONE)).toBeUndefined();
    expect(faultOfChoices({ ...choices, items: items(2_001) }, ZONE)).toContain('at most 2,000 data items');
  });

  test('reaches up to now where the hour comes twice, and begins at the first of the two', () => {
    // Half past one comes at 06:30 and at 07:30 that night.
    const night = firstChoices(Date.parse('2026-11-01T07:20:00Z'), ZONE, '');
    expect(requestOf(night, ZONE).EndTime).toBe('2026-11-01T07:30:00.000Z');
    expect(requestOf({ ...night, start: night.end }, ZONE).StartTime).toBe('2026-11-01T06:30:00.000Z');
  });

  test.each([
    ['2026-11-20T00:00:00Z', 'UTC', { date: '2026-11-20', hour: 12, minute: 0, half: 'AM' }],
    ['2026-11-20T12:45:00Z', 'UTC', { date: '2026-11-20', hour: 12, minute: 45, half: 'PM' }],
    ['2026-11-20T19:30:00Z', 'Asia/Kolkata', { date: '2026-11-21', hour: 1, minute: 0, half: 'AM' }],
  ] as const)('reads %s in %s and back', (iso, zone, expected) => {
    const quarter = quarterAt(Date.parse(iso), zone, 'down');
    expect(quarter).toEqual(expected);
    expect(momentOfQuarter(quarter, zone)).toBe(Date.parse(iso));
  });
});
