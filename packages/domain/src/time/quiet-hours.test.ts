import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockFields } from '../format/time.ts';
import { faultOfQuietSpans, type QuietSpan, quietUntil } from './quiet-hours.ts';
import { dayNumberOf, weekDayOf } from './week-days.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const at = (hours: number, minutes = 0) => hours * 60 + minutes;
const nights: QuietSpan[] = [{ days: EVERY_DAY, fromMinute: at(22), toMinute: at(6) }];

const until = (zone: string, spans: readonly QuietSpan[], iso: string) => {
  const untilMs = quietUntil({ zone, spans }, Date.parse(iso));
  return untilMs === undefined ? 'not quiet' : new Date(untilMs).toISOString().slice(0, 16);
};

describe('quiet hours', () => {
  it.each([
    ['2026-07-01T19:59:59Z', 'not quiet'],
    ['2026-07-01T20:00:00Z', '2026-07-02T04:00'],
    ['2026-07-02T03:59:59Z', '2026-07-02T04:00'],
    ['2026-07-02T04:00:00Z', 'not quiet'],
    ['2026-12-31T23:30:00Z', '2027-01-01T05:00'],
  ])('past midnight in Berlin, at %s: %s', (iso, expected) =>
    expect(until('Europe/Berlin', nights, iso)).toBe(expected),
  );

  it.each([
    // 2026-11-21 is a Saturday.
    ['2026-11-20T23:59:00Z', 'not quiet'],
    ['2026-11-21T00:00:00Z', '2026-11-23T06:00'],
    ['2026-11-22T12:00:00Z', '2026-11-23T06:00'],
    ['2026-11-23T06:00:00Z', 'not quiet'],
  ])('of a whole weekend, which goes on into Monday, at %s: %s', (iso, expected) => {
    const weekend = { days: [6, 7], fromMinute: 0, toMinute: at(24) };
    const monday = { days: [1], fromMinute: 0, toMinute: at(6) };
    expect(until('UTC', [monday, weekend], iso)).toBe(expected);
  });

  it.each([
    // From 2 to 3 on 2026-03-29: a night of seven hours; from 3 to 2 on 2026-10-25: one of nine.
    ['2026-03-28T21:00:00Z', '2026-03-29T04:00'],
    ['2026-10-24T20:00:00Z', '2026-10-25T05:00'],
  ])('over a change of the clock, at %s: %s', (iso, expected) => {
    expect(until('Europe/Berlin', nights, iso)).toBe(expected);
  });

  it('whose end the clock skips end as much later, whose end comes twice end the first time', () => {
    const small = [{ days: EVERY_DAY, fromMinute: at(1), toMinute: at(2, 30) }];
    expect(until('Europe/Berlin', small, '2026-03-29T00:10:00Z')).toBe('2026-03-29T01:30');
    expect(until('Europe/Berlin', small, '2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30');
    expect(until('Europe/Berlin', small, '2026-10-25T01:10:00Z')).toBe('not quiet');
    const skipped = [{ days: EVERY_DAY, fromMinute: at(2, 30), toMinute: at(3) }];
    expect(until('Europe/Berlin', skipped, '2026-03-29T01:10:00Z')).toBe('not quiet');
  });

  it.each([
    [[], undefined],
    [nights, undefined],
    [[{ days: [1], fromMinute: 60, toMinute: 60 }], 'A span that ends when it begins has no length.'],
    [[{ days: EVERY_DAY, fromMinute: 0, toMinute: 1_440 }], 'Some of the week must be left in which alerts come.'],
    [
      [...nights, { days: EVERY_DAY, fromMinute: at(5), toMinute: at(23) }],
      'Some of the week must be left in which alerts come.',
    ],
    [[{ days: EVERY_DAY, fromMinute: 0, toMinute: 1_439 }], undefined],
  ] as [QuietSpan[], string | undefined][])('%j are refused: %s', (spans, fault) => {
    expect(faultOfQuietSpans(spans)).toBe(fault);
  });

  it('of an unknown zone are none', () => {
    expect(() => quietUntil({ zone: 'Nowhere/Else', spans: nights }, 0)).toThrow(RangeError);
  });
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Chicago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
);
const moments = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2040, 0, 1) });
const spansOfWeek = fc
  .array(
    fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      fromMinute: fc.integer({ min: 0, max: 1_439 }),
      toMinute: fc.integer({ min: 1, max: 1_440 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .filter((spans) => faultOfQuietSpans(spans) === undefined);

const offsetAt = (timeMs: number, zone: string) => {
  const { year, month, day, hour, minute, second } = clockFields(timeMs, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(timeMs / 1_000) * 1_000;
};

/** What the clock on the wall says, minute by minute, which is all there is to it where the clock does not jump. */
function isQuietByTheWall(spans: readonly QuietSpan[], zone: string, timeMs: number): boolean {
  const fields = clockFields(timeMs, zone);
  const [minute, today] = [fields.hour * 60 + fields.minute, weekDayOf(dayNumberOf(fields))];
  const yesterday = today === 1 ? 7 : today - 1;
  return spans.some(({ days, fromMinute, toMinute }) => {
    if (fromMinute < toMinute) return days.includes(today) && minute >= fromMinute && minute < toMinute;
    return (days.includes(today) && minute >= fromMinute) || (days.includes(yesterday) && minute < toMinute);
  });
}

describe('whether it is quiet', () => {
  it('is as the clock on the wall says, away from the days on which it jumps', () => {
    fc.assert(
      fc.property(zones, spansOfWeek, moments, (zone, spans, timeMs) => {
        const near = [-72, -48, -24, 0, 24, 48].map((hours) => offsetAt(timeMs + hours * HOUR, zone));
        fc.pre(new Set(near).size === 1);
        expect(quietUntil({ zone, spans }, timeMs) !== undefined).toBe(isQuietByTheWall(spans, zone, timeMs));
      }),
    );
  });

  it('stays so until the end that is said, and then ends, whatever the clock does', () => {
    fc.assert(
      fc.property(
        zones,
        spansOfWeek,
        moments,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (zone, spans, timeMs, part) => {
          const untilMs = quietUntil({ zone, spans }, timeMs);
          fc.pre(untilMs !== undefined);
          const between = timeMs + Math.floor((untilMs - timeMs - 1) * part);
          expect(quietUntil({ zone, spans }, between)).toBe(untilMs);
          expect(quietUntil({ zone, spans }, untilMs)).toBeUndefined();
          expect(untilMs % MINUTE).toBe(0);
        },
      ),
    );
  });
});
