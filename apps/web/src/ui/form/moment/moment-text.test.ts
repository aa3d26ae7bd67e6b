import { describe, expect, test } from 'vitest';
import { type MomentKind, momentOfFinishedText, momentOfText, splitMoment, steppedText } from './moment-text.ts';

describe('what was typed', () => {
  test.each<[MomentKind, string, string | undefined]>([
    ['datetime', '2026-11-23 14:05', '2026-11-23T14:05'],
    ['datetime', '2026-11-23T14:05', '2026-11-23T14:05'],
    ['datetime', ' 2026/1/2  9:05 ', '2026-01-02T09:05'],
    ['datetime', '2026-11-23 14:05:30', '2026-11-23T14:05:30'],
    ['datetime', '2026-11-23 14:05:00', '2026-11-23T14:05'],
    ['datetime', '2026-11-23 14:05:30.25', '2026-11-23T14:05:30.250'],
    ['datetime', '2026-11-23 2:05 pm', '2026-11-23T14:05'],
    ['datetime', '2026-11-23 12:05 AM', '2026-11-23T00:05'],
    ['datetime', '2024-02-29 00:00', '2024-02-29T00:00'],
    ['datetime', '2026-02-29 00:00', undefined],
    ['datetime', '2026-13-01 00:00', undefined],
    ['datetime', '2026-11-23 24:00', undefined],
    ['datetime', '2026-11-23 14:60', undefined],
    ['datetime', '2026-11-23 13:00 pm', undefined],
    ['datetime', '2026-11-23', undefined],
    ['datetime', '', undefined],
    ['datetime', 'now', undefined],
    ['date', '2026-11-23', '2026-11-23'],
    ['date', '0000-01-01', undefined],
    ['date', '2026-11-23 14:05', undefined],
    ['time', '7:00', '07:00'],
    ['time', '07:00 PM', '19:00'],
    ['time', '7', undefined],
  ])('as a %s, %j is %j', (kind, text, value) => {
    expect(momentOfText(text, kind)).toBe(value);
  });

  test('is the beginning of a day where only the day was typed', () => {
    expect(momentOfFinishedText('2026-11-23', 'datetime')).toBe('2026-11-23T00:00');
    expect(momentOfFinishedText('tomorrow', 'datetime')).toBeUndefined();
    expect(momentOfFinishedText('2026-11-23', 'time')).toBeUndefined();
  });
});

describe('arrow keys', () => {
  test.each<[MomentKind, string, number, number, string, string]>([
    ['datetime', '2026-11-23 14:05', 2, 1, '2027-11-23T14:05', '2027'],
    ['datetime', '2026-01-31 14:05', 6, 1, '2026-02-28T14:05', '02'],
    ['datetime', '2026-12-31 14:05', 9, 1, '2027-01-01T14:05', '01'],
    ['datetime', '2026-11-23 23:05', 12, 1, '2026-11-24T00:05', '00'],
    ['datetime', '2026-11-23 14:00', 16, -1, '2026-11-23T13:59', '59'],
    ['datetime', '2026-11-23 14:05:59', 19, 1, '2026-11-23T14:06', ''],
    ['date', '2024-02-29', 0, 1, '2025-02-28', '2025'],
    ['time', '23:59', 5, 1, '00:00', '00'],
    ['time', '00:30', 1, -1, '23:30', '23'],
  ])('count a %s on: %s at %d by %d', (kind, text, caret, by, value, selected) => {
    const stepped = steppedText(text, caret, by, kind);
    expect(stepped?.value).toBe(value);
    expect(value.slice(stepped?.from, stepped?.to)).toBe(selected);
  });

  test('count nothing where there is no time yet', () => {
    expect(steppedText('2026-11', 3, 1, 'datetime')).toBeUndefined();
  });
});

test('a value is taken apart into its day and its time', () => {
  expect(splitMoment('2026-11-23T14:05', 'datetime')).toEqual({ day: '2026-11-23', time: '14:05' });
  expect(splitMoment('14:05', 'time')).toEqual({ day: '', time: '14:05' });
  expect(splitMoment('', 'datetime')).toEqual({ day: '', time: '' });
});
