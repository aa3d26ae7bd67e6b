import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockFields, formatDateTimeExact } from '../format/time.ts';
import { parseTime, type RangeEdge, resolveTime } from './time-expression.ts';
import { momentOf } from './wall-clock.ts';

const CHICAGO = 'America/Chicago';
const BERLIN = 'Europe/Berlin';
/** Friday 2026-11-20 14:03:09.250 in Chicago. */
const NOW = Date.UTC(2026, 10, 20, 20, 3, 9, 250);

function meant(text: string, edge: RangeEdge = 'start', zone = CHICAGO, nowMs = NOW): string {
  const expression = parseTime(text);
  if (expression === undefined) return 'nothing';
  return formatDateTimeExact(resolveTime(expression, nowMs, zone, edge), zone);
}

describe('a time expression', () => {
  it.each([
    ['now', '2026-11-20 14:03:09.250'],
    [' now ', '2026-11-20 14:03:09.250'],
    ['now-90s', '2026-11-20 14:01:39.250'],
    ['now-15m', '2026-11-20 13:48:09.250'],
    ['now-6h', '2026-11-20 08:03:09.250'],
    ['now+10m', '2026-11-20 14:13:09.250'],
    ['now-1d', '2026-11-19 14:03:09.250'],
    ['now-2w', '2026-11-06 14:03:09.250'],
    ['now-1M', '2026-10-20 14:03:09.250'],
    ['now-1y', '2025-11-20 14:03:09.250'],
    ['now-1d-6h', '2026-11-19 08:03:09.250'],
    ['now - 1d + 2h', '2026-11-19 16:03:09.250'],
    ['now/s', '2026-11-20 14:03:09'],
    ['now/m', '2026-11-20 14:03:00'],
    ['now/h', '2026-11-20 14:00:00'],
    ['now/d', '2026-11-20 00:00:00'],
    ['now/w', '2026-11-16 00:00:00'],
    ['now/M', '2026-11-01 00:00:00'],
    ['now/y', '2026-01-01 00:00:00'],
    ['now-1d/d', '2026-11-19 00:00:00'],
    ['2026-11-20', '2026-11-20 00:00:00'],
    ['2026-11-20 7:05', '2026-11-20 07:05:00'],
    ['2026-11-20T07:05:09.5', '2026-11-20 07:05:09.500'],
    ['2026-11-20T20:03:09.250Z', '2026-11-20 14:03:09.250'],
    ['2026-11-20T21:03:09+01:00', '2026-11-20 14:03:09'],
    [String(NOW), '2026-11-20 14:03:09.250'],
  ])('%s means %s', (text, expected) => expect(meant(text)).toBe(expected));

  it.each([
    ['now/d', '2026-11-20 23:59:59.999'],
    ['now-1d/d', '2026-11-19 23:59:59.999'],
    ['now/w', '2026-11-22 23:59:59.999'],
    ['now/M', '2026-11-30 23:59:59.999'],
    ['now/h', '2026-11-20 14:59:59.999'],
    ['2026-11-20', '2026-11-20 23:59:59.999'],
    ['2026-11-20 07:05', '2026-11-20 07:05:00'],
    ['now-6h', '2026-11-20 08:03:09.250'],
  ])('%s as the end of a range means %s', (text, expected) => expect(meant(text, 'end')).toBe(expected));

  it.each([
    '',
    'yesterday',
    'now-',
    'now-6',
    'now-6x',
    'now/',
    'now/dd',
    'now-6h/d/d',
    'then-6h',
    'NOW',
    '6h',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20 24:00',
    '2026-11-20 12:60',
    '20-11-2026',
    '12345',
    `${'9'.repeat(16)}`,
    'now-99999999d',
    'now--1d',
    '2026-11-20T25:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T12:00:00+02:00',
  ])('“%s” is none', (text) => expect(parseTime(text)).toBeUndefined());

  it('goes by the calendar over the change of summer time', () => {
    // In Berlin the clock goes from 3 to 2 on 2026-10-25 and from 2 to 3 on 2026-03-29.
    const afterAutumn = Date.UTC(2026, 9, 25, 12);
    expect(meant('now-1d', 'start', BERLIN, afterAutumn)).toBe('2026-10-24 13:00:00');
    expect(meant('now-24h', 'start', BERLIN, afterAutumn)).toBe('2026-10-24 14:00:00');
    const day = (edge: RangeEdge) =>
      resolveTime({ kind: 'relative', shifts: [], roundTo: 'd' }, afterAutumn, BERLIN, edge);
    expect(day('end') + 1 - day('start')).toBe(25 * 3_600_000);
    const spring = Date.UTC(2026, 2, 29, 12);
    const springDay = (edge: RangeEdge) =>
      resolveTime({ kind: 'relative', shifts: [], roundTo: 'd' }, spring, BERLIN, edge);
    expect(springDay('end') + 1 - springDay('start')).toBe(23 * 3_600_000);
    // The second of the two hours between 2 and 3 begins at 1 UTC.
    const second = Date.UTC(2026, 9, 25, 1, 30);
    expect(resolveTime({ kind: 'relative', shifts: [], roundTo: 'h' }, second, BERLIN)).toBe(Date.UTC(2026, 9, 25, 1));
  });

  it('ends a year that began without a midnight at the next one’s midnight', () => {
    // Nepal went from 5:30 to 5:45 ahead of UTC as 1986 began.
    const began = Date.UTC(1985, 11, 31, 18, 30);
    const year = (edge: RangeEdge) =>
      resolveTime({ kind: 'relative', shifts: [], roundTo: 'y' }, began + 5_000, 'Asia/Kathmandu', edge);
    expect([year('start'), year('end')]).toEqual([began, Date.UTC(1986, 11, 31, 18, 15) - 1]);
  });

  it('keeps to the last day of a shorter month', () => {
    expect(meant('now-1M', 'start', 'UTC', Date.UTC(2026, 2, 31, 6))).toBe('2026-02-28 06:00:00');
    expect(meant('now-1y', 'start', 'UTC', Date.UTC(2024, 1, 29, 6))).toBe('2023-02-28 06:00:00');
  });

  it('that leads out of all time is refused', () => {
    const expression = parseTime('now-9999999y');
    expect(() => expression && resolveTime(expression, NOW, 'UTC')).toThrow(RangeError);
  });
});

const zones = fc.constantFrom('UTC', CHICAGO, BERLIN, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns');
const moments = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2100, 0, 1) });

describe('a wall clock', () => {
  it('read and turned back is the same moment, or the first of two that show the same', () => {
    fc.assert(
      fc.property(moments, zones, (timeMs, zone) => {
        const fields = clockFields(timeMs, zone);
        const found = momentOf(fields, zone);
        expect(clockFields(found, zone)).toEqual(fields);
        expect(found).toBeLessThanOrEqual(timeMs);
        expect(timeMs - found).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  it('shows a skipped time as much later as it jumps', () => {
    const fields = { year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0, millisecond: 0 };
    expect(momentOf(fields, BERLIN)).toBe(Date.UTC(2026, 2, 29, 1, 30));
  });
});

describe('rounding', () => {
  const units = fc.constantFrom('s', 'm', 'h', 'd', 'w', 'M', 'y');
  it('encloses the moment in whole units that follow one another', () => {
    fc.assert(
      fc.property(moments, units, zones, (timeMs, unit, zone) => {
        // There the clock goes back by half an hour: an hour by the clock is none by the watch.
        fc.pre(!(unit === 'h' && zone === 'Australia/Lord_Howe'));
        const expression = parseTime(`now/${unit}`);
        if (expression === undefined) throw new Error('not read');
        const from = resolveTime(expression, timeMs, zone, 'start');
        const to = resolveTime(expression, timeMs, zone, 'end');
        expect(from).toBeLessThanOrEqual(timeMs);
        expect(to).toBeGreaterThanOrEqual(timeMs);
        expect(resolveTime(expression, to, zone, 'start')).toBe(from);
        expect(resolveTime(expression, to + 1, zone, 'start')).toBe(to + 1);
      }),
      { numRuns: 500, examples: [[504_901_800_000, 'y', 'Asia/Kathmandu']] },
    );
  });
});
