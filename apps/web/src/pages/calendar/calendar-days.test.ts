import { clockFields } from '@telltale/domain/format/time.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, dayTitle, isDay, movedToDay, shiftDay, shiftMonth, spanOf, weekOf, weeksOf } from './calendar-days.ts';

const zones = fc.constantFrom('UTC', 'America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia');
const moments = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2040, 0, 1) });
const days = moments.map((timeMs) => new Date(timeMs).toISOString().slice(0, 10));

describe('the days of a calendar', () => {
  it.each([
    ['2026-11-26', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['26-11-2026', false],
    ['0001-01-01', false],
    ['', false],
  ])('“%s” is one: %s', (text, expected) => expect(isDay(text)).toBe(expected));

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('%s is %d month on %s', (day, months, expected) => expect(shiftMonth(day, months)).toBe(expected));

  it('stand in weeks from Monday', () => {
    expect(weekOf('2026-11-29')).toEqual(['2026-11-23', ...[24, 25, 26, 27, 28, 29].map((date) => `2026-11-${date}`)]);
    const weeks = weeksOf('2026-11-20');
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([6, '2026-10-26', '2026-12-06']);
    expect(weeksOf('2027-02-10')).toHaveLength(4);
    expect(dayTitle('2026-11-26')).toBe('Thursday 26 November 2026');
  });

  it('have 23 or 25 hours where the clock changes', () => {
    const hours = (day: string) => {
      const { from, to } = spanOf(day, day, 'Europe/Berlin');
      return (Date.parse(to) + 1 - Date.parse(from)) / 3_600_000;
    };
    expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(hours)).toEqual([24, 23, 25]);
  });

  it('follow one another without gap or overlap in every zone', () => {
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const { from, to } = spanOf(day, day, zone);
        expect(Date.parse(spanOf(shiftDay(day, 1), shiftDay(day, 1), zone).from)).toBe(Date.parse(to) + 1);
        // Samoa left a day out.
        if (Date.parse(to) > Date.parse(from)) expect(dayOf(Date.parse(from), zone)).toBe(day);
      }),
    );
  });

  it('keep the time of day of what is moved, but where that is skipped', () => {
    fc.assert(
      fc.property(moments, days, zones, (timeMs, day, zone) => {
        const moved = Date.parse(movedToDay(new Date(timeMs).toISOString(), day, zone));
        const [was, is] = [clockFields(timeMs, zone), clockFields(moved, zone)];
        if (dayOf(moved, zone) !== day) return;
        const late = is.hour * 60 + is.minute - (was.hour * 60 + was.minute);
        expect([0, 30, 60]).toContain(late);
      }),
    );
    // A quarter past two does not come on the day that summer time begins.
    expect(movedToDay('2026-03-28T01:15:00.000Z', '2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T01:15:00.000Z');
    expect(movedToDay('2026-10-24T06:00:00.000Z', '2026-10-26', 'Europe/Berlin')).toBe('2026-10-26T07:00:00.000Z');
  });
});
