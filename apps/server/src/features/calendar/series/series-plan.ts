import type { EpochMs } from '@telltale/contract';
import { occurrenceOf } from '@telltale/domain';
import type { CalendarSeriesRecord, OccurrenceRecord } from './series-repository.ts';

const DAY_MS = 86_400_000;
/** Entries are made so far ahead, and so many of a series at most. */
const AHEAD_MS = 400 * DAY_MS;
const MOST_AHEAD = 60;

export interface PlannedOccurrence {
  number: number;
  slotMs: EpochMs;
}

/**
 * What of a series is to be made at a moment, after those that were made already; what lies in
 * the past by then is left out.
 */
export function planSeries(
  { repeat, startMs }: CalendarSeriesRecord,
  made: readonly OccurrenceRecord[],
  nowMs: EpochMs,
): { planned: PlannedOccurrence[]; isOver: boolean } {
  const planned: PlannedOccurrence[] = [];
  let room = MOST_AHEAD - made.filter(({ slotMs }) => slotMs > nowMs).length;
  for (let number = (made.at(-1)?.number ?? -1) + 1; room > 0; number++) {
    const slotMs = occurrenceOf({ ...repeat, startMs }, number);
    if (slotMs === undefined) return { planned, isOver: true };
    if (slotMs > nowMs + AHEAD_MS) break;
    if (slotMs < nowMs) continue;
    planned.push({ number, slotMs });
    room--;
  }
  return { planned, isOver: false };
}
