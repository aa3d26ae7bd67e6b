import { clockFields } from '../format/time.ts';

/** What is known of a stretch of time shorter than an hour that lies within one. */
export interface TimeBucket {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** Points in it; 0: the rest means nothing. */
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

/** One hour of one day. */
export interface HourCell {
  /** The day on which the stretch of hours began, `2026-11-20`: with hours 7 to 1, the hours 0 and 1 belong to the day before theirs. */
  readonly day: string;
  /** 0-23, as a wall clock shows it. */
  readonly hour: number;
  /** When it began and when it ended, milliseconds since 1970: two hours apart where a change from summer time repeats it. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

const HOURS = 24;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The hours of the day from `start` to `stop`, both inclusive and past midnight where stop is before start: 7, 8, … 23, 0, 1. */
export function hoursBetween(start: number, stop: number): number[] {
  const count = ((stop - start + HOURS) % HOURS) + 1;
  return Array.from({ length: count }, (_, index) => (start + index) % HOURS);
}

/**
 * The buckets of a series by day and hour on the wall clock of a zone, for the hours from `start` to `stop`, in order of
 * day and hour. Hours without points are left out. The hour that a change from summer time repeats counts as one.
 */
export function hourlyCells(buckets: readonly TimeBucket[], zone: string, start: number, stop: number): HourCell[] {
  const order = new Map(hoursBetween(start, stop).map((hour, index) => [hour, index] as const));
  const cells = new Map<string, { cell: Omit<HourCell, 'mean'>; sum: number; at: number }>();
  for (const { startMs, count, sum, min, max } of buckets) {
    if (count === 0) continue;
    const fields = clockFields(startMs, zone);
    const at = order.get(fields.hour);
    if (at === undefined) continue;
    const day = dayOf(fields, fields.hour < start);
    const key = `${day} ${at}`;
    const fromMs = startMs - fields.minute * MINUTE_MS - fields.second * 1000 - fields.millisecond;
    const toMs = fromMs + HOUR_MS;
    const known = cells.get(key);
    if (known === undefined) {
      cells.set(key, { cell: { day, hour: fields.hour, fromMs, toMs, count, min, max }, sum, at });
      continue;
    }
    const { cell } = known;
    known.cell = {
      ...cell,
      fromMs: Math.min(cell.fromMs, fromMs),
      toMs: Math.max(cell.toMs, toMs),
      count: cell.count + count,
      min: Math.min(cell.min, min),
      max: Math.max(cell.max, max),
    };
    known.sum += sum;
  }
  return [...cells.values()]
    .sort((a, b) => (a.cell.day === b.cell.day ? a.at - b.at : a.cell.day < b.cell.day ? -1 : 1))
    .map(({ cell, sum }) => ({ ...cell, mean: sum / cell.count }));
}

/** The calendar day, or the one before it: by the calendar alone, since days are not always 24 hours long. */
function dayOf({ year, month, day }: { year: number; month: number; day: number }, isDayBefore: boolean): string {
  return new Date(Date.UTC(year, month - 1, day) - (isDayBefore ? DAY_MS : 0)).toISOString().slice(0, 10);
}

/** A sample in five numbers and its mean. */
export interface Box {
  readonly min: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly max: number;
  readonly mean: number;
  readonly count: number;
}

/**
 * The box of a sample; undefined for an empty one. Quartiles are interpolated linearly between the closest ranks
 * (method 7 of Hyndman and Fan, 'Sample Quantiles in Statistical Packages', 1996), as spreadsheets do.
 */
export function boxOf(sample: readonly number[]): Box | undefined {
  const sorted = [...sample].sort((a, b) => a - b);
  const count = sorted.length;
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return undefined;
  const at = (share: number) => {
    const rank = share * (count - 1);
    const below = sorted[Math.floor(rank)] ?? min;
    const above = sorted[Math.ceil(rank)] ?? max;
    return below + (above - below) * (rank - Math.floor(rank));
  };
  const mean = sorted.reduce((sum, value) => sum + value / count, 0);
  return { min, lowerQuartile: at(0.25), median: at(0.5), upperQuartile: at(0.75), max, mean, count };
}
