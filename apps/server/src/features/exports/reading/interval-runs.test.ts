import { describe, expect, it } from 'vitest';
import { intervalRuns } from './interval-runs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Where each interval begins and ends. */
function intervalsOf(zone: string, from: string, to: string, bucketMs: number, most = 1_000) {
  const [fromMs, endMs] = [Date.parse(from), Date.parse(to)];
  return [...intervalRuns({ fromMs, endMs, bucketMs, zone }, most)].flatMap(({ startMs, endMs: lastMs, buckets }) =>
    Array.from({ length: buckets }, (_, at) => {
      const beginMs = startMs + at * bucketMs;
      const stopMs = at === buckets - 1 ? lastMs : beginMs + bucketMs;
      return [new Date(beginMs).toISOString(), (stopMs - beginMs) / HOUR_MS];
    }),
  );
}

describe('intervals of a day', () => {
  it.each([
    // Clocks back by half an hour, by an hour, forward by an hour, and not at all.
    ['Australia/Lord_Howe', '2020-04-03T13:00:00Z', '2020-04-06T13:30:00Z', [24, 24.5, 24]],
    ['Europe/Oslo', '2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z', [24, 25, 24]],
    ['America/Chicago', '2026-03-07T06:00:00Z', '2026-03-10T05:00:00Z', [24, 23, 24]],
    ['Asia/Kolkata', '2026-03-07T18:30:00Z', '2026-03-09T18:30:00Z', [24, 24]],
  ])('in %s are as long as its days', (zone, from, to, hours) => {
    const found = intervalsOf(zone, from, to, DAY_MS);
    expect(found.map(([, length]) => length)).toEqual(hours);
    expect(found[0]?.[0]).toBe(new Date(from).toISOString());
    expect(intervalsOf(zone, from, to, DAY_MS, 1)).toEqual(found);
  });

  it('are cut off by the range', () => {
    const found = intervalsOf('Europe/Oslo', '2026-10-25T10:00:00Z', '2026-10-26T10:00:00Z', DAY_MS);
    expect(found).toEqual([
      ['2026-10-24T22:00:00.000Z', 25],
      ['2026-10-25T23:00:00.000Z', 11],
    ]);
  });
});

describe('shorter intervals', () => {
  it('are as long as they say, and cut at midnight', () => {
    const hours = intervalsOf('Australia/Lord_Howe', '2020-04-04T13:00:00Z', '2020-04-05T14:30:00Z', HOUR_MS);
    expect(hours.map(([, length]) => length)).toEqual([...Array.from({ length: 24 }, () => 1), 0.5, 1]);
  });
});
