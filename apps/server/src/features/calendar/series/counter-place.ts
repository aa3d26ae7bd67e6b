import type { calendarRepeats, EpochMs } from '@telltale/contract';
import { clockFields } from '@telltale/domain/format/time.ts';
import { momentOf } from '@telltale/domain/time/wall-clock.ts';

/** What is known of a counter that brings maintenance. */
export interface CounterDue {
  readonly kind: calendarRepeats.CounterForecast['kind'];
  readonly dueMs: EpochMs | undefined;
  /** As it is labelled. */
  readonly counter: string;
  readonly used: number | null;
  readonly perDay: number | null;
  readonly fault: string | null;
}

interface Place {
  readonly due: CounterDue;
  readonly nowMs: EpochMs;
  /** Where it stands; undefined: nowhere yet. */
  readonly placedMs: EpochMs | undefined;
  /** Its time of day, on the clock of the zone. */
  readonly startMs: EpochMs;
  readonly zone: string;
}

/**
 * When maintenance by a counter is to be done: on the day on which it falls due; where it is due already, on the day on
 * which it came to be; and today while nothing can be told, so that it is not lost out of sight.
 */
export function placeByCounter({ due, nowMs, placedMs, startMs, zone }: Place): EpochMs {
  const { hour, minute, second, millisecond } = clockFields(startMs, zone);
  const onDayOf = (timeMs: EpochMs) =>
    momentOf({ ...clockFields(timeMs, zone), hour, minute, second, millisecond }, zone);
  if (due.kind === 'due' && due.dueMs !== undefined) return onDayOf(due.dueMs);
  const today = onDayOf(nowMs);
  return due.kind === 'overdue' && placedMs !== undefined ? Math.min(placedMs, today) : today;
}

/** As it is kept: in digits that do not change with every minute of a running counter. */
export function toForecast({ kind, counter, used, perDay, fault }: CounterDue, interval: number) {
  const digits = interval >= 10 ? 1 : 100;
  return {
    kind,
    counter,
    interval,
    used: used === null ? null : Math.floor(used * digits) / digits,
    perDay: perDay === null ? null : Number(perDay.toPrecision(2)),
    fault,
  } satisfies calendarRepeats.CounterForecast;
}
