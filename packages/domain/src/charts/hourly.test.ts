import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockFields } from '../format/time.ts';
import { boxOf, hourlyCells, hoursBetween, type TimeBucket } from './hourly.ts';

function aBucket(time: string, value: number, count = 1): TimeBucket {
  return { startMs: Date.parse(time), count, sum: value * count, min: value, max: value };
}

describe('hours of the day', () => {
  test.each([
    [7, 9, [7, 8, 9]],
    [22, 1, [22, 23, 0, 1]],
    [7, 7, [7]],
    [0, 23, Array.from({ length: 24 }, (_, hour) => hour)],
  ])('from %i to %i', (start, stop, hours) => {
    expect(hoursBetween(start, stop)).toEqual(hours);
  });
});

describe('hourly cells', () => {
  test('average the points of an hour, and keep its least and greatest', () => {
    const buckets = [aBucket('2026-11-20T08:00:00Z', 10, 3), aBucket('2026-11-20T08:15:00Z', 20, 1)];
    expect(hourlyCells(buckets, 'UTC', 7, 18)).toEqual([
      {
        day: '2026-11-20',
        hour: 8,
        fromMs: Date.parse('2026-11-20T08:00:00Z'),
        toMs: Date.parse('2026-11-20T09:00:00Z'),
        count: 4,
        mean: 12.5,
        min: 10,
        max: 20,
      },
    ]);
  });

  test.each([
    [
      'of a zone that is half an hour off',
      'Asia/Kolkata',
      ['2026-11-20T02:15Z'],
      '2026-11-20T01:30Z',
      '2026-11-20T02:30Z',
    ],
    [
      'that happens twice',
      'America/Chicago',
      ['2026-11-01T06:30Z', '2026-11-01T07:30Z'],
      '2026-11-01T06:00Z',
      '2026-11-01T08:00Z',
    ],
    [
      'whose second half comes first',
      'UTC',
      ['2026-11-01T06:45Z', '2026-11-01T06:00Z'],
      '2026-11-01T06:00Z',
      '2026-11-01T07:00Z',
    ],
  ])('say when an hour %s was', (_what, zone, times, from, to) => {
    const cells = hourlyCells(
      times.map((time) => aBucket(time, 1)),
      zone,
      0,
      23,
    );
    expect(cells.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([[Date.parse(from), Date.parse(to)]]);
  });

  test('count hours past midnight to the day on which the stretch began', () => {
    const buckets = ['2026-11-20T06:00Z', '2026-11-20T23:00Z', '2026-11-21T00:00Z', '2026-11-21T02:00Z'];
    const cells = hourlyCells(
      buckets.map((time) => aBucket(time, 1)),
      'UTC',
      7,
      1,
    );
    expect(cells.map(({ day, hour }) => [day, hour])).toEqual([
      ['2026-11-20', 23],
      ['2026-11-20', 0],
    ]);
  });

  test('follow the wall clock of the zone, half hours and summer time included', () => {
    const half = hourlyCells([aBucket('2026-11-20T01:30:00Z', 1)], 'Asia/Kolkata', 0, 23);
    expect(half).toMatchObject([{ day: '2026-11-20', hour: 7 }]);
    // The clocks go back at 07:00 UTC on 2026-11-01 in Chicago: the hour 1 happens twice.
    const twice = ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'].map((time) => aBucket(time, 1));
    expect(hourlyCells(twice, 'America/Chicago', 0, 23)).toMatchObject([{ day: '2026-11-01', hour: 1, count: 2 }]);
  });

  test('leave out what is empty', () => {
    expect(hourlyCells([{ ...aBucket('2026-11-20T08:00:00Z', Number.NaN), count: 0 }], 'UTC', 0, 23)).toEqual([]);
  });

  test('hold every point of the hours asked for, once', () => {
    const startMs = Date.UTC(2026, 2, 1);
    const bucket = fc.record({
      quarter: fc.integer({ min: 0, max: 4 * 24 * 40 }),
      value: fc.integer({ min: -99, max: 99 }),
    });
    const hour = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(fc.array(bucket, { maxLength: 80 }), hour, hour, (picked, start, stop) => {
        const buckets = picked.map(({ quarter, value }) => ({
          ...aBucket('2026-03-01T00:00:00Z', value),
          startMs: startMs + quarter * 900_000,
        }));
        const zone = 'Europe/Berlin';
        const wanted = new Set(hoursBetween(start, stop));
        const inside = buckets.filter(({ startMs: at }) => wanted.has(clockFields(at, zone).hour));
        const cells = hourlyCells(buckets, zone, start, stop);
        expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(inside.length);
        expect(new Set(cells.map(({ day, hour: at }) => `${day} ${at}`)).size).toBe(cells.length);
        for (const { mean, min, max } of cells) {
          expect(mean).toBeGreaterThanOrEqual(min - 1e-9);
          expect(mean).toBeLessThanOrEqual(max + 1e-9);
        }
      }),
    );
  });
});

describe('a box', () => {
  test.each([
    [[1, 2, 3, 4], { min: 1, lowerQuartile: 1.75, median: 2.5, upperQuartile: 3.25, max: 4, mean: 2.5, count: 4 }],
    [[5], { min: 5, lowerQuartile: 5, median: 5, upperQuartile: 5, max: 5, mean: 5, count: 1 }],
    [[9, 1, 5], { min: 1, lowerQuartile: 3, median: 5, upperQuartile: 7, max: 9, mean: 5, count: 3 }],
  ])('of %j', (sample, box) => {
    expect(boxOf(sample)).toEqual(box);
  });

  test('of nothing is none', () => {
    expect(boxOf([])).toBeUndefined();
  });
});
