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
}

const DAY_MS = 86_400_000;

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

function isWhole({ fromMs, endMs, buckets, startMs }: IntervalRun, bucketMs: number): boolean {
  return fromMs === startMs && endMs - startMs === buckets * bucketMs;
}

function* runsOfDays({ fromMs, endMs, bucketMs, zone }: Intervals, most: number): Generator<IntervalRun> {
  if (fromMs >= endMs) return;
  for (let dayMs = midnightBefore(fromMs, zone); dayMs < endMs; ) {
    const nextMs = midnightAfter(dayMs, zone);
    const firstIndex = Math.max(0, Math.floor((fromMs - dayMs) / bucketMs));
    for (let startMs = dayMs + firstIndex * bucketMs; startMs < Math.min(nextMs, endMs); ) {
      const stopMs = Math.min(nextMs, endMs);
      const whole = startMs < fromMs ? 0 : Math.min(most, Math.floor((stopMs - startMs) / bucketMs));
      const buckets = Math.max(1, whole);
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
