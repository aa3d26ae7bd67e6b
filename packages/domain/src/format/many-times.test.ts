import { expect, test } from 'vitest';
import { dateTimesIn } from './many-times.ts';
import { formatDateTime } from './time.ts';

const HOUR_MS = 3_600_000;

test.each(['UTC', 'America/Chicago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia'])(
  'times in %s are those of one by one, over every change of the clock',
  (zone) => {
    const write = dateTimesIn(zone);
    const beginMs = Date.UTC(2011, 11, 20);
    for (let n = 0; n < 4_000; n++) {
      // Two years, and the days on which Samoa left one out, each some minutes further into the hour.
      const timeMs = beginMs + n * 4.37 * HOUR_MS + 125;
      expect(write(timeMs)).toBe(formatDateTime(timeMs, zone));
    }
  },
);

test('a time that is none, or of no usual year, is what it is one by one', () => {
  const write = dateTimesIn('Europe/Berlin');
  for (const timeMs of [Number.NaN, Number.POSITIVE_INFINITY, -1e14, 8e15, Date.UTC(1890, 0, 1)]) {
    expect(write(timeMs)).toBe(formatDateTime(timeMs, 'Europe/Berlin'));
  }
});
