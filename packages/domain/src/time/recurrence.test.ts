import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockFields } from '../format/time.ts';
import { occurrenceOf, type Recurrence } from './recurrence.ts';

const base: Recurrence = {
  unit: 'week',
  every: 1,
  startMs: Date.parse('2026-10-20T06:00:00Z'),
  zone: 'Europe/Berlin',
  end: { kind: 'never' },
};
const at = (part: Partial<Recurrence>, count = 4) =>
  Array.from({ length: count }, (_, number) => {
    const timeMs = occurrenceOf({ ...base, ...part }, number);
    return timeMs === undefined ? 'ended' : new Date(timeMs).toISOString().slice(0, 16);
  });

describe('what comes again by the calendar', () => {
  it.each<[string, Partial<Recurrence>, string[]]>([
    ['each week', {}, ['2026-10-20T06:00', '2026-10-27T07:00', '2026-11-03T07:00', '2026-11-10T07:00']],
    [
      'every 2 days',
      { unit: 'day', every: 2 },
      ['2026-10-20T06:00', '2026-10-22T06:00', '2026-10-24T06:00', '2026-10-26T07:00'],
    ],
    [
      'each month on the 31st',
      { unit: 'month', startMs: Date.parse('2027-01-31T07:00Z') },
      ['2027-01-31T07:00', '2027-02-28T07:00', '2027-03-31T06:00', '2027-04-30T06:00'],
    ],
    [
      'every 12 months on a leap day',
      { unit: 'month', every: 12, startMs: Date.parse('2028-02-29T07:00Z') },
      ['2028-02-29T07:00', '2029-02-28T07:00', '2030-02-28T07:00', '2031-02-28T07:00'],
    ],
    [
      'three times',
      { end: { kind: 'after', count: 3 } },
      ['2026-10-20T06:00', '2026-10-27T07:00', '2026-11-03T07:00', 'ended'],
    ],
    [
      'until a day',
      { end: { kind: 'until', day: '2026-10-27' } },
      ['2026-10-20T06:00', '2026-10-27T07:00', 'ended', 'ended'],
    ],
    // The clocks go from 02:00 to 03:00, and from 03:00 back to 02:00.
    [
      'at a time that is skipped',
      { unit: 'day', startMs: Date.parse('2026-03-28T01:30Z') },
      ['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30', '2026-03-31T00:30'],
    ],
    [
      'at the second of two times',
      { unit: 'day', startMs: Date.parse('2026-10-25T01:30Z') },
      ['2026-10-25T01:30', '2026-10-26T01:30', '2026-10-27T01:30', '2026-10-28T01:30'],
    ],
  ])('comes %s', (_name, part, expected) => expect(at(part)).toEqual(expected));

  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Chicago', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  const starts = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
  const recurrences = fc.record({
    unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
    every: fc.integer({ min: 1, max: 24 }),
    startMs: starts,
    zone: zones,
    end: fc.constant({ kind: 'never' as const }),
  });

  it('comes one after the other, at the time of day of the first but where that is skipped', () => {
    fc.assert(
      fc.property(recurrences, fc.integer({ min: 0, max: 200 }), (recurrence, number) => {
        const here = occurrenceOf(recurrence, number) ?? 0;
        expect(occurrenceOf(recurrence, number + 1)).toBeGreaterThan(here);
        const [first, now] = [recurrence.startMs, here].map((timeMs) => clockFields(timeMs, recurrence.zone));
        const late = (now?.hour ?? 0) * 60 + (now?.minute ?? 0) - (first?.hour ?? 0) * 60 - (first?.minute ?? 0);
        expect([0, 30, 60, -1380, -1410]).toContain(late);
      }),
    );
  });

  it('ends with its count, and after its last day', () => {
    fc.assert(
      fc.property(recurrences, fc.integer({ min: 1, max: 50 }), (recurrence, count) => {
        const counted = { ...recurrence, end: { kind: 'after' as const, count } };
        expect(occurrenceOf(counted, count - 1)).toBe(occurrenceOf(recurrence, count - 1));
        expect(occurrenceOf(counted, count)).toBeUndefined();
        const lastMs = occurrenceOf(recurrence, count) ?? 0;
        const { year, month, day } = clockFields(lastMs, recurrence.zone);
        const iso = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
        const until = { ...recurrence, end: { kind: 'until' as const, day: iso } };
        expect(occurrenceOf(until, count)).toBe(lastMs);
        if (recurrence.unit !== 'day' || recurrence.every > 1) expect(occurrenceOf(until, count + 1)).toBeUndefined();
      }),
    );
  });
});
