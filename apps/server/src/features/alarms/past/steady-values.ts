import type { EpochMs } from '@telltale/contract';
import type { AlarmRun, Coming } from '../alarm-run.ts';
import { type Column, END } from './column.ts';

/** How many values of a data item are looked through at first, at least and at most. */
const [FIRST, LEAST, MOST] = [32, 8, 512] as const;
/** In vain, it is tried again after so many values, and then after twice as many each time. */
const [WAIT, LONGEST_WAIT] = [8, 128] as const;

/** Finds values in which nothing can change: they need be shown to an alarm, but it need not be looked at. */
export class SteadyValues {
  #count: number = FIRST;
  #wait = 0;
  #left = 0;

  /**
   * The time until which values of the columns change nothing: it must be looked at with the last of them. Undefined: that cannot be told, or
   * was asked in vain shortly before.
   * @param nextMs of the first of them
   */
  until(alarm: AlarmRun, columns: readonly Column[], nextMs: EpochMs): EpochMs | undefined {
    if (this.#left > 0) {
      this.#left--;
      return undefined;
    }
    const endMs = endOf(columns, this.#count);
    const coming = comingOf(columns, endMs);
    const steadyMs = coming ? Math.min(alarm.steadyUntil(endMs, coming), endMs) : -END;
    this.#count = steadyMs === endMs ? Math.min(this.#count * 2, MOST) : Math.max(this.#count / 2, LEAST);
    if (steadyMs >= nextMs) {
      this.#wait = 0;
      return steadyMs;
    }
    this.#wait = Math.min(Math.max(this.#wait * 2, WAIT), LONGEST_WAIT);
    this.#left = this.#wait;
    return undefined;
  }
}

/** When the column with the most of them has gone so many values on; the end of the last one, where none has so many. */
function endOf(columns: readonly Column[], count: number): EpochMs {
  let [endMs, lastMs] = [END, -END];
  for (const { timesMs, next } of columns) {
    endMs = Math.min(endMs, timesMs[next + count] ?? endMs);
    lastMs = Math.max(lastMs, timesMs.at(-1) ?? lastMs);
  }
  return Math.min(endMs, lastMs);
}

/** Between which numbers values until a time lie, inclusively; undefined: not all of them are numbers. */
function comingOf(columns: readonly Column[], endMs: EpochMs): Coming[] | undefined {
  const coming: Coming[] = [];
  for (const { timesMs, values, targets, next } of columns) {
    if (!(values instanceof Float64Array)) return undefined;
    let [least, greatest] = [END, -END];
    for (let i = next; (timesMs[i] as number) <= endMs; i++) {
      const value = values[i] as number;
      if (!Number.isFinite(value)) return undefined;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    if (least <= greatest) coming.push({ targets, range: { least, greatest } });
  }
  return coming;
}
