import { NO_VALUE } from './number.ts';

/** The fields of a moment as a wall clock in a zone shows them; month and day count from 1. */
export interface ClockFields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** Whether the runtime knows the IANA zone, e.g. `America/Chicago`. */
export function isTimeZone(zone: string): boolean {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
}

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** What a wall clock in the zone shows at a moment. Throws a RangeError for an unknown zone or a time out of range. */
export function clockFields(timeMs: number, zone: string): ClockFields {
  const fields: Record<string, number> = {};
  for (const part of clockOf(zone).formatToParts(timeMs)) fields[part.type] = Number(part.value);
  return {
    year: fields.year ?? 0,
    month: fields.month ?? 0,
    day: fields.day ?? 0,
    hour: fields.hour ?? 0,
    minute: fields.minute ?? 0,
    second: fields.second ?? 0,
    millisecond: ((Math.floor(timeMs) % 1000) + 1000) % 1000,
  };
}

const two = (value: number) => String(value).padStart(2, '0');

function dateOf(fields: ClockFields): string {
  return `${String(fields.year).padStart(4, '0')}-${two(fields.month)}-${two(fields.day)}`;
}

function isShowable(timeMs: number | null | undefined): timeMs is number {
  return timeMs !== null && timeMs !== undefined && Number.isFinite(timeMs) && Math.abs(timeMs) <= 8.64e15;
}

/** `2026-11-20 14:03:09` in the zone (spec 2 §9); '- -' when there is no time. */
export function formatDateTime(timeMs: number | null | undefined, zone: string): string {
  if (!isShowable(timeMs)) return NO_VALUE;
  const fields = clockFields(timeMs, zone);
  return `${dateOf(fields)} ${two(fields.hour)}:${two(fields.minute)}:${two(fields.second)}`;
}

/** `2026-11-20` in the zone; '- -' when there is no time. */
export function formatDate(timeMs: number | null | undefined, zone: string): string {
  return isShowable(timeMs) ? dateOf(clockFields(timeMs, zone)) : NO_VALUE;
}

/** As `formatDateTime` with milliseconds where there are any: `2026-11-20 14:03:09.250`. */
export function formatDateTimeExact(timeMs: number | null | undefined, zone: string): string {
  const text = formatDateTime(timeMs, zone);
  if (!isShowable(timeMs)) return text;
  const { millisecond } = clockFields(timeMs, zone);
  return millisecond === 0 ? text : `${text}.${String(millisecond).padStart(3, '0')}`;
}

/** `14:03:09` in the zone; '- -' when there is no time. */
export function formatTimeOfDay(timeMs: number | null | undefined, zone: string): string {
  const text = formatDateTime(timeMs, zone);
  return text === NO_VALUE ? text : text.slice(text.indexOf(' ') + 1);
}

/** The zone's short name at a moment, which knows summer time: `CST`, `GMT+2`, `UTC`. */
export function zoneName(timeMs: number, zone: string): string {
  let names = zoneNames.get(zone);
  if (names === undefined) {
    names = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
    zoneNames.set(zone, names);
  }
  return names.formatToParts(timeMs).find((part) => part.type === 'timeZoneName')?.value ?? zone;
}
