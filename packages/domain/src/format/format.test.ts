import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAge, formatDuration } from './age.ts';
import { formatBytes } from './bytes.ts';
import { csvCell, csvLine } from './csv.ts';
import { clockFields, formatDateTime, formatDateTimeExact, formatTimeOfDay, isTimeZone, zoneName } from './time.ts';

describe('sizes', () => {
  test.each([
    [0, '0 B'],
    [512, '512 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [5 * 1024 ** 3, '5.0 GB'],
    [3000 * 1024 ** 4, '3000.0 TB'],
    [-1, '- -'],
    [Number.NaN, '- -'],
  ])('%d bytes read %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test('no size below 1024 TB reads 1024 or more in its unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 49 }), (bytes) => {
        expect(Number(formatBytes(bytes).split(' ')[0])).toBeLessThan(1024);
      }),
    );
  });
});

describe('ages', () => {
  const now = Date.UTC(2026, 10, 20);
  test.each([
    [0, 'now'],
    [999, 'now'],
    [12_000, '12 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [47 * 3_600_000, '47 h ago'],
    [9 * 86_400_000, '9 d ago'],
    [-60_000, 'now'],
  ])('%d ms old reads %s', (age, text) => {
    expect(formatAge(now - age, now)).toBe(text);
  });

  test('a negative duration reads 0 s', () => expect(formatDuration(-5)).toBe('0 s'));
});

describe('times', () => {
  const moment = Date.UTC(2026, 10, 20, 20, 3, 9, 250);

  test.each([
    ['UTC', '2026-11-20 20:03:09'],
    ['America/Chicago', '2026-11-20 14:03:09'],
    ['Asia/Kathmandu', '2026-11-21 01:48:09'],
  ])('in %s a moment reads %s', (zone, text) => {
    expect(formatDateTime(moment, zone)).toBe(text);
    expect(formatDateTimeExact(moment, zone)).toBe(`${text}.250`);
    expect(formatTimeOfDay(moment, zone)).toBe(text.slice(11));
  });

  test('midnight is hour 0', () => expect(formatTimeOfDay(Date.UTC(2026, 0, 1), 'UTC')).toBe('00:00:00'));
  test('milliseconds are left out when there are none', () =>
    expect(formatDateTimeExact(moment - 250, 'UTC')).toBe('2026-11-20 20:03:09'));
  test('before 1970 the milliseconds still count forwards', () =>
    expect(clockFields(-250, 'UTC')).toMatchObject({ year: 1969, second: 59, millisecond: 750 }));
  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1e20])('%s reads - -', (time) => {
    expect(formatDateTime(time, 'UTC')).toBe('- -');
    expect(formatTimeOfDay(time, 'UTC')).toBe('- -');
    expect(formatDateTimeExact(time, 'UTC')).toBe('- -');
  });

  test('a zone name knows summer time', () => {
    expect(zoneName(Date.UTC(2026, 0, 1), 'America/Chicago')).toBe('CST');
    expect(zoneName(Date.UTC(2026, 6, 1), 'America/Chicago')).toBe('CDT');
  });

  test('unknown zones are told apart', () => {
    expect(isTimeZone('America/Chicago')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
  });
});

describe('CSV cells', () => {
  test.each([
    ['Motor current', 'Motor current'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-cmd', "'-cmd"],
    ['@x', "'@x"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    [' =1+1', "' =1+1"],
    ['\n=1+1', `"'\n=1+1"`],
    ['＝1+1', "'＝1+1"],
    ['-12.5', '-12.5'],
    [1e-7, '1e-7'],
    [-1e300, '-1e+300'],
    [-12.5, '-12.5'],
    [null, ''],
    [undefined, ''],
  ])('%j is written %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  test('cells are joined by commas', () => expect(csvLine(['Time', 1, null])).toBe('Time,1,'));
});
