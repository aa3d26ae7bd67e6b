import type { EpochMs } from '@telltale/contract';
import { QUALITY_GOOD } from '@telltale/contract/quality.ts';
import type { SeriesPoints } from '@telltale/historian/port.ts';
import type { Target } from '../alarm-run.ts';

/** The good values of one data item in a stretch of the past, and the variables that they go to. */
export interface Column extends Pick<SeriesPoints, 'timesMs' | 'values'> {
  readonly targets: readonly Target[];
  /** The next that was not shown yet; how many there are, behind the last one. */
  next: number;
}

export const END = Number.POSITIVE_INFINITY;

export function columnOf({ timesMs, values, qualities }: SeriesPoints, targets: readonly Target[]): Column {
  if (areGood(qualities)) return { timesMs, values, targets, next: 0 };
  const isKept = (_: unknown, i: number) => (qualities[i] as number) >= QUALITY_GOOD;
  const kept = values instanceof Float64Array ? values.filter(isKept) : values.filter(isKept);
  return { timesMs: timesMs.filter(isKept), values: kept, targets, next: 0 };
}

function areGood(qualities: Uint8Array): boolean {
  for (let i = 0; i < qualities.length; i++) if ((qualities[i] as number) < QUALITY_GOOD) return false;
  return true;
}

/** The earliest time that was not shown yet. */
export function nextTime(columns: readonly Column[]): EpochMs {
  let earliest = END;
  for (const { timesMs, next } of columns) earliest = Math.min(earliest, timesMs[next] ?? END);
  return earliest;
}

/** Shows every value until a time, inclusively. @returns when the last of them was */
export function showUntil(columns: readonly Column[], timeMs: EpochMs): EpochMs {
  let lastMs = -END;
  for (const column of columns) {
    const { timesMs, values, targets, next } = column;
    let end = next;
    while ((timesMs[end] as number) <= timeMs) end++;
    if (end === next) continue;
    for (const { run, place } of targets) run.setAll(place, timesMs, values, next, end);
    column.next = end;
    lastMs = Math.max(lastMs, timesMs[end - 1] as number);
  }
  return lastMs;
}
