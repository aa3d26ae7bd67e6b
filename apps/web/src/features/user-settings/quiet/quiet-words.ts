import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { type QuietSpan, quietUntil } from '@telltale/domain/time/quiet-hours.ts';

export const weekDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** A span as it is being typed. */
export interface SpanDraft {
  key: number;
  /** `1`: Monday … `7`: Sunday. */
  days: string[];
  /** `22:00` */
  from: string;
  to: string;
}

const DAY_MINUTES = 1_440;
const two = (value: number) => String(value).padStart(2, '0');
const timeText = (minute: number) => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;

function minuteOf(text: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

export const draftOf = ({ days, fromMinute, toMinute }: QuietSpan, key: number): SpanDraft => ({
  key,
  days: days.map(String),
  from: timeText(fromMinute),
  to: timeText(toMinute),
});

/** Undefined where a time or all days are missing. Midnight as an end is that of the day. */
export function spanOf({ days, from, to }: SpanDraft): (QuietSpan & { days: number[] }) | undefined {
  const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)];
  if (fromMinute === undefined || toMinute === undefined || days.length === 0) return undefined;
  return {
    days: days.map(Number).sort((a, b) => a - b),
    fromMinute,
    toMinute: toMinute === 0 ? DAY_MINUTES : toMinute,
  };
}

/** Whether it is quiet now, in words. */
export function stateWords(quiet: { spans: readonly QuietSpan[]; zone: string; held: number }, nowMs: number): string {
  if (quiet.spans.length === 0) return 'You have no quiet hours: alerts come at any time.';
  const untilMs = quietUntil(quiet, nowMs);
  if (untilMs === undefined) return 'It is not quiet now: alerts come at once.';
  const until = `${formatDateTime(untilMs, quiet.zone).slice(0, 16)} ${zoneName(untilMs, quiet.zone)}`;
  const held = quiet.held === 1 ? 'One alert is held.' : `${quiet.held.toLocaleString()} alerts are held.`;
  return `It is quiet until ${until}. ${quiet.held === 0 ? 'Nothing is held yet.' : held}`;
}
