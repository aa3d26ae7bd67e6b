import type { EpochMs } from '@telltale/contract';
import type { Span } from './alarm-rate.ts';
import { NumberColumn } from './number-column.ts';
import type { Occurrences } from './occurrences.ts';

const CHATTER_MS = 60_000;
const CHATTER_TIMES = 3;
export const STALE_MS = 86_400_000;

/** What one alarm of one asset did in a time. */
export interface PointHealth {
  /** How often it was raised, and raised again. */
  alarms: number;
  /** How many of those are chatter. */
  chattering: number;
  /** How many of those that were raised in the time somebody acted on. */
  acted: number;
  /** How many times it was open for longer than a day. */
  stale: number;
  longestMs: number;
  /** Time that it was open within the span. */
  openMs: number;
  /** It is open at the end of the span. */
  isStanding: boolean;
  /** When somebody acted on it, in order. */
  readonly actsMs: EpochMs[];
}

/**
 * How many of an alarm's times belong to chatter: to three or more within one minute (ANSI/ISA-18.2-2016,
 * clause 16).
 * @param timesMs in order
 */
export function countChatter(timesMs: Float64Array): number {
  let count = 0;
  let counted = 0;
  for (let i = CHATTER_TIMES - 1; i < timesMs.length; i++) {
    const first = i - CHATTER_TIMES + 1;
    if ((timesMs[i] as number) - (timesMs[first] as number) > CHATTER_MS) continue;
    count += i + 1 - Math.max(first, counted);
    counted = i + 1;
  }
  return count;
}

/** What each alarm of each asset did, by its place in `occurrences.points`; and the times of all alarms of the span. */
export function pointHealths(
  occurrences: Occurrences,
  { fromMs, toMs }: Span,
): { healths: PointHealth[]; timesMs: Float64Array } {
  const healths = occurrences.points.map(
    (): PointHealth => ({
      alarms: 0,
      chattering: 0,
      acted: 0,
      stale: 0,
      longestMs: 0,
      openMs: 0,
      isStanding: false,
      actsMs: [],
    }),
  );
  const all = new NumberColumn();
  const places = new NumberColumn();
  const note = (place: number, timeMs: EpochMs) => {
    (healths[place] as PointHealth).alarms++;
    all.push(timeMs);
    places.push(place);
  };
  const { point, raisedMs, endedMs, actedMs, againPoint, againMs } = occurrences;
  for (let i = 0; i < point.length; i++) {
    const place = point.at(i);
    const health = healths[place] as PointHealth;
    const [raised, ended, acted] = [raisedMs.at(i), endedMs.at(i), actedMs.at(i)];
    const openMs = Math.min(ended, toMs) - raised;
    health.longestMs = Math.max(health.longestMs, openMs);
    health.openMs += Math.min(ended, toMs) - Math.max(raised, fromMs);
    if (openMs > STALE_MS) health.stale++;
    if (ended > toMs) health.isStanding = true;
    if (raised < fromMs) continue;
    note(place, raised);
    if (Number.isNaN(acted)) continue;
    health.acted++;
    health.actsMs.push(acted);
  }
  for (let i = 0; i < againPoint.length; i++) note(againPoint.at(i), againMs.at(i));
  for (const [place, timesMs] of byPlace(places.view(), all.view(), healths)) {
    (healths[place] as PointHealth).chattering = countChatter(timesMs.sort());
  }
  for (const health of healths) health.actsMs.sort((a, b) => a - b);
  return { healths, timesMs: all.view() };
}

/** The times of each place that has enough of them to chatter. */
function* byPlace(places: Float64Array, timesMs: Float64Array, healths: readonly PointHealth[]) {
  const starts = new Uint32Array(healths.length + 1);
  for (const [place, { alarms }] of healths.entries()) starts[place + 1] = (starts[place] as number) + alarms;
  const sorted = new Float64Array(timesMs.length);
  const next = starts.slice();
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    const at = next[place] as number;
    sorted[at] = timesMs[i] as number;
    next[place] = at + 1;
  }
  for (let place = 0; place < healths.length; place++) {
    const [start, end] = [starts[place] as number, starts[place + 1] as number];
    if (end - start >= CHATTER_TIMES) yield [place, sorted.subarray(start, end)] as const;
  }
}
