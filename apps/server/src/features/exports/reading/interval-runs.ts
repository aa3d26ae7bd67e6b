import { clockFields, momentOf } from '@telltale/domain';

/** Intervals of one length, one after the other; a shorter one, cut off by the range or its day, is a run of its own. */
export interface IntervalRun {
  fromMs: number;
  /** Exclusive. */
  endMs: number;
  buckets: number;
  /** When the first of them begins, which may be before the range does. */
  startMs: number;
}

interface Intervals {
  fromMs: number;
  /** Exclusive. */
  endMs: number;
  bucketMs: number;
  /** Intervals begin at its midnights. */
  zone: string;
  /** Until when there is known to be no point, asked anew for each day: a day before it is one run, however long. */
  emptyUntilMs?: () => number;
}

const DAY_MS = 86_400_000;
/** The longest day that a change of the clocks makes, and then some. */
const LONGEST_DAY_MS = 2 * DAY_MS;

/** So long an interval may be: one of a day lasts as long as the day does in its zone. */
export function longestOf(bucketMs: number): number {
  return bucketMs === DAY_MS ? LONGEST_DAY_MS : bucketMs;
}

/** The intervals of a range in runs of at most so many. */
export function* intervalRuns(range: Intervals, most: number): Generator<IntervalRun> {
  let last: IntervalRun | undefined;
  for (const run of runsOfDays(range, most)) {
    const buckets = (last?.buckets ?? 0) + run.buckets;
    if (last && isWhole(last, range.bucketMs) && isWhole(run, range.bucketMs) && buckets <= most) {
      last = { ...last, endMs: run.endMs, buckets };
      continue;
    }
    if (last) yield last;
    last = run;
  }
  if (last) yield last;
}

/** The intervals of a run from that of its first point to that of its last. */
export function partOf(run: IntervalRun, bucketMs: number, firstMs: number, lastMs: number): IntervalRun {
  const lastOfRun = run.buckets - 1;
  const indexOf = (timeMs: number) => Math.min(lastOfRun, Math.max(0, Math.floor((timeMs - run.startMs) / bucketMs)));
  const first = indexOf(firstMs);
  const last = Math.max(first, indexOf(lastMs));
  const startMs = run.startMs + first * bucketMs;
  return {
    fromMs: Math.max(run.fromMs, startMs),
    endMs: last === lastOfRun ? run.endMs : run.startMs + (last + 1) * bucketMs,
    buckets: last - first + 1,
    startMs,
  };
}

function isWhole({ fromMs, endMs, buckets, startMs }: IntervalRun, bucketMs: number): boolean {
  return fromMs === startMs && endMs - startMs === buckets * bucketMs;
}

function* runsOfDays({ fromMs, endMs, bucketMs, zone, emptyUntilMs }: Intervals, most: number): Generator<IntervalRun> {
  if (fromMs >= endMs) return;
  for (let dayMs = midnightBefore(fromMs, zone); dayMs < endMs; ) {
    const nextMs = midnightAfter(dayMs, zone);
    if (bucketMs === DAY_MS) {
      // 23 or 25 hours on the days on which the clocks change: one interval all the same.
      yield { fromMs: Math.max(fromMs, dayMs), endMs: Math.min(nextMs, endMs), buckets: 1, startMs: dayMs };
      dayMs = nextMs;
      continue;
    }
    const firstIndex = Math.max(0, Math.floor((fromMs - dayMs) / bucketMs));
    for (let startMs = dayMs + firstIndex * bucketMs; startMs < Math.min(nextMs, endMs); ) {
      const stopMs = Math.min(nextMs, endMs);
      const isEmpty = emptyUntilMs !== undefined && stopMs <= emptyUntilMs();
      const whole = startMs < fromMs ? 0 : Math.floor((stopMs - startMs) / bucketMs);
      const buckets = Math.max(1, isEmpty ? whole : Math.min(most, whole));
      const runEndMs = Math.min(stopMs, startMs + buckets * bucketMs);
      yield { fromMs: Math.max(fromMs, startMs), endMs: runEndMs, buckets, startMs };
      startMs = runEndMs;
    }
    dayMs = nextMs;
  }
}

function midnightBefore(timeMs: number, zone: string): number {
  if (zone === 'UTC') return Math.floor(timeMs / DAY_MS) * DAY_MS;
  return momentOf({ ...clockFields(timeMs, zone), hour: 0, minute: 0, second: 0, millisecond: 0 }, zone);
}

/** Of some days the clocks skip midnight: they begin when the clock goes on. */
function midnightAfter(dayMs: number, zone: string): number {
  if (zone === 'UTC') return dayMs + DAY_MS;
  const { year, month, day } = clockFields(dayMs, zone);
  return momentOf({ year, month, day: day + 1, hour: 0, minute: 0, second: 0, millisecond: 0 }, zone);
}
