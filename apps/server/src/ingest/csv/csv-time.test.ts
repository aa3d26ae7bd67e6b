import { describe, expect, it } from 'vitest';
import { TimeReader, zoneOf } from './csv-time.ts';

const read = (text: string, zone = 'UTC') => {
  const timeMs = new TimeReader(zoneOf(zone)).read(text);
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
};

describe('times in CSV', () => {
  it.each([
    ['2020-02-08 13:30:47', '2020-02-08T13:30:47.000Z'],
    ['2018-02-06 18:29:17.000000', '2018-02-06T18:29:17.000Z'],
    ['2018-02-06 18:29:17.123999', '2018-02-06T18:29:17.123Z'],
    ['2018-02-06 18:29:17,5', '2018-02-06T18:29:17.500Z'],
    ['2018-02-06T18:29:17.57Z', '2018-02-06T18:29:17.570Z'],
    ['2018-02-06T18:29:17+02:00', '2018-02-06T16:29:17.000Z'],
    ['2018-02-06T18:29-0630', '2018-02-07T00:59:00.000Z'],
    ['2018-02-06', '2018-02-06T00:00:00.000Z'],
    ['2018/2/6 8:05', '2018-02-06T08:05:00.000Z'],
    ['06.02.2018 18:29:17', '2018-02-06T18:29:17.000Z'],
    ['2/6/2018 6:29 PM', '2018-02-06T18:29:00.000Z'],
    ['2/6/2018 12:05:01 AM', '2018-02-06T00:05:01.000Z'],
    ['02/06/2018 18:29:17', '2018-02-06T18:29:17.000Z'],
    ['1517941757', '2018-02-06T18:29:17.000Z'],
    ['1517941757.25', '2018-02-06T18:29:17.250Z'],
    ['1517941757123', '2018-02-06T18:29:17.123Z'],
    ['1517941757123456', '2018-02-06T18:29:17.123Z'],
    ['1517941757123456789', '2018-02-06T18:29:17.123Z'],
    ['  2018-02-06 18:29:17 ', '2018-02-06T18:29:17.000Z'],
    ['2020-02-29 24:00:00', '2020-03-01T00:00:00.000Z'],
  ])('reads %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    '',
    'now',
    '2018-13-01',
    '2018-02-30 10:00',
    '2018-02-06 25:00',
    '12:30',
    '5',
    '31/12/2018',
    '2/6/2018 13:00 PM',
    'NaN',
  ])('does not take %j for a time', (text) => expect(read(text)).toBeUndefined());

  it('reads wall times of a zone, in summer and in winter', () => {
    expect(read('2021-01-15 12:00:00', 'America/Chicago')).toBe('2021-01-15T18:00:00.000Z');
    expect(read('2021-07-15 12:00:00', 'America/Chicago')).toBe('2021-07-15T17:00:00.000Z');
    expect(read('2021-07-15 12:00:00', 'Asia/Kolkata')).toBe('2021-07-15T06:30:00.000Z');
    expect(read('2021-07-15 12:00:00Z', 'Asia/Kolkata')).toBe('2021-07-15T12:00:00.000Z');
    expect(() => zoneOf('Mars/Olympus')).toThrow(/there is no time zone 'Mars\/Olympus'/);
  });

  it('moves wall times that never were past the gap in spring', () => {
    expect(read('2021-03-14 02:30:00', 'America/Chicago')).toBe('2021-03-14T08:30:00.000Z');
  });

  it('tells the two hours apart that a clock shows twice in autumn, by the order of the rows', () => {
    const reader = new TimeReader(zoneOf('America/Chicago'));
    const rows = ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00'];
    const times = rows.map((clock) => reader.read(`2021-11-07 ${clock}:00`) ?? 0);
    expect(times.map((timeMs) => new Date(timeMs).toISOString().slice(11, 16))).toEqual([
      '05:30',
      '06:00',
      '06:30',
      '07:00',
      '07:30',
      '08:00',
    ]);
  });
});
