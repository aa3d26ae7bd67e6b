import { formatDateTime } from '@telltale/domain/format/time.ts';
import { parseTime, resolveTime } from '@telltale/domain/time/time-expression.ts';

/** A moment as date pickers hold it: the wall clock of the zone, `2026-11-20 14:03:09`. */
export function clockText(timeMs: number, zone: string): string {
  return formatDateTime(timeMs, zone);
}

/** The moment that such a text means in the zone; undefined for anything else. */
export function momentOfClockText(text: string | null, zone: string): number | undefined {
  const expression = text === null ? undefined : parseTime(text);
  return expression?.kind === 'clock' ? resolveTime(expression, 0, zone) : undefined;
}
