import { activityOf } from './activities.ts';

/** Times of a schedule stand on quarters of an hour (spec 3 §10). */
export const QUARTER_MS = 900_000;

/** What was recorded as the activity from a moment on. */
export interface ActivityChange {
  readonly timeMs: number;
  readonly value: number | string;
}

export interface TimeSpan {
  readonly startMs: number;
  readonly endMs: number;
}

export interface ActivitySpan extends TimeSpan {
  readonly activity: number;
}

interface ScheduleInput {
  /** In order of time; the first may lie before the range, and is in force when it begins. */
  readonly changes: readonly ActivityChange[];
  /** When nothing is known although something was recorded before: the asset was offline. In order, apart. */
  readonly silences: readonly TimeSpan[];
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The activities of a range, one after the other: each ends where the next begins, where the asset went offline, or at the
 * end of the range (spec 3 §14). Begin and end stand on the nearest quarter of an hour; what rounds to nothing is left
 * out, and its time is its neighbour's. What was recorded and is no activity ends the one before and is none itself.
 */
export function scheduleOf({ changes, silences, startMs, endMs }: ScheduleInput): ActivitySpan[] {
  const exact: ActivitySpan[] = [];
  for (const [index, { timeMs, value }] of changes.entries()) {
    const activity = activityOf(value);
    if (activity === undefined) continue;
    const until = Math.min(changes[index + 1]?.timeMs ?? endMs, endMs);
    exact.push(...without({ activity, startMs: Math.max(timeMs, startMs), endMs: until }, silences));
  }
  return joined(exact.map((span) => ({ ...span, startMs: toQuarter(span.startMs), endMs: toQuarter(span.endMs) })));
}

/** The nearest quarter of an hour, the later one of two that are as near. */
export function toQuarter(timeMs: number): number {
  return Math.floor(timeMs / QUARTER_MS + 0.5) * QUARTER_MS;
}

/** What is left of a span beside the silences. */
function without(span: ActivitySpan, silences: readonly TimeSpan[]): ActivitySpan[] {
  const left: ActivitySpan[] = [];
  let { startMs } = span;
  for (const silence of silences) {
    if (silence.startMs >= span.endMs) break;
    if (silence.endMs <= startMs) continue;
    if (silence.startMs > startMs) left.push({ ...span, startMs, endMs: silence.startMs });
    startMs = silence.endMs;
  }
  if (startMs < span.endMs) left.push({ ...span, startMs });
  return left;
}

/** Spans of some length, those of one activity that touch as one. */
function joined(spans: readonly ActivitySpan[]): ActivitySpan[] {
  const whole: ActivitySpan[] = [];
  for (const span of spans) {
    if (span.endMs <= span.startMs) continue;
    const last = whole.at(-1);
    if (last?.activity === span.activity && last.endMs === span.startMs) {
      whole[whole.length - 1] = { ...last, endMs: span.endMs };
    } else whole.push(span);
  }
  return whole;
}
