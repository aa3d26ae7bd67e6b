import { describe, expect, test } from 'vitest';
import { type ShiftPlan, shiftAt } from './shifts.ts';

const HOUR = 3_600_000;
const berlin: ShiftPlan = {
  zone: 'Europe/Berlin',
  shifts: [
    { name: 'Night', startMinute: 22 * 60 },
    { name: 'Early', startMinute: 6 * 60 },
    { name: 'Late', startMinute: 14 * 60 },
  ],
};

const at = (plan: ShiftPlan, iso: string) => {
  const { name, fromMs, toMs } = shiftAt(plan, Date.parse(iso));
  return [name, new Date(fromMs).toISOString(), (toMs - fromMs) / HOUR];
};

describe('the shift in which a moment lies', () => {
  test.each([
    ['2026-07-01T10:00:00Z', 'Early', '2026-07-01T04:00:00.000Z', 8],
    ['2026-07-01T04:00:00Z', 'Early', '2026-07-01T04:00:00.000Z', 8],
    ['2026-07-01T03:59:59Z', 'Night', '2026-06-30T20:00:00.000Z', 8],
    ['2026-12-31T23:30:00Z', 'Night', '2026-12-31T21:00:00.000Z', 8],
  ])('at %s is %s from %s, %d hours', (iso, ...shift) => {
    expect(at(berlin, iso)).toEqual(shift);
  });

  test('has its true length over a change of the clock', () => {
    expect(at(berlin, '2026-03-29T00:30:00Z')).toEqual(['Night', '2026-03-28T21:00:00.000Z', 7]);
    expect(at(berlin, '2026-10-25T02:30:00Z')).toEqual(['Night', '2026-10-24T20:00:00.000Z', 9]);
  });

  test('begins later where the clock skips its beginning', () => {
    const plan = { zone: 'Europe/Berlin', shifts: [{ name: 'Odd', startMinute: 150 }] };
    expect(at(plan, '2026-03-29T12:00:00Z')).toEqual(['Odd', '2026-03-29T01:30:00.000Z', 23]);
  });

  test('is the whole day where there is one, and needs one', () => {
    const plan = { zone: 'UTC', shifts: [{ name: 'Day', startMinute: 0 }] };
    expect(at(plan, '2026-05-01T13:00:00Z')).toEqual(['Day', '2026-05-01T00:00:00.000Z', 24]);
    expect(() => shiftAt({ zone: 'UTC', shifts: [] }, 0)).toThrow(RangeError);
    expect(() => shiftAt({ ...plan, zone: 'Nowhere/Else' }, 0)).toThrow(RangeError);
  });

  test.each(['Europe/Berlin', 'America/Chicago', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'])(
    'follows on the one before it, without gap or overlap, over the changes of the clock in %s',
    (zone) => {
      const plan = { ...berlin, zone, shifts: [...berlin.shifts, { name: 'Small hours', startMinute: 150 }] };
      for (const month of ['2026-02', '2026-03', '2026-04', '2026-10', '2026-11']) {
        const end = Date.parse(`${month}-12T00:00:00Z`);
        let shift = shiftAt(plan, Date.parse(`${month}-01T00:00:00Z`) - 8 * 24 * HOUR);
        while (shift.toMs < end) {
          const next = shiftAt(plan, shift.toMs);
          expect(next.fromMs).toBe(shift.toMs);
          expect(next.toMs).toBeGreaterThan(next.fromMs);
          expect(shiftAt(plan, next.toMs - 1)).toEqual(next);
          shift = next;
        }
      }
    },
  );
});
