import { clockFields } from '../format/time.ts';
import { momentOf } from './wall-clock.ts';

/** A shift begins at this time of day, and lasts until the next one begins. */
export interface ShiftTime {
  name: string;
  /** Minutes after midnight on the wall clock. */
  startMinute: number;
}

export interface ShiftPlan {
  zone: string;
  /** At least one, each at a time of its own. */
  shifts: readonly ShiftTime[];
}

export interface Shift {
  name: string;
  fromMs: number;
  toMs: number;
}

/**
 * The shift in which a moment lies. Shifts begin by the wall clock: one that crosses the change to or from summer time is
 * as much shorter or longer as the clock jumps. One whose beginning the clock skips begins as much later; of two
 * that begin at one moment thereby, only the later has a length.
 * @throws RangeError for an unknown zone
 */
export function shiftAt({ zone, shifts }: ShiftPlan, timeMs: number): Shift {
  const { year, month, day } = clockFields(timeMs, zone);
  const begins: { name: string; fromMs: number }[] = [];
  for (let offset = -2; offset <= 2; offset++) {
    for (const { name, startMinute } of shifts.toSorted((a, b) => a.startMinute - b.startMinute)) {
      const clock = { hour: Math.floor(startMinute / 60), minute: startMinute % 60, second: 0, millisecond: 0 };
      begins.push({ name, fromMs: momentOf({ year, month, day: day + offset, ...clock }, zone) });
    }
  }
  begins.sort((a, b) => a.fromMs - b.fromMs);
  const index = begins.findLastIndex(({ fromMs }) => fromMs <= timeMs);
  const begun = begins[index];
  const next = begins.slice(index + 1).find(({ fromMs }) => fromMs > timeMs);
  if (begun === undefined || next === undefined) throw new RangeError('A plan has at least one shift.');
  return { ...begun, toMs: next.fromMs };
}
