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
