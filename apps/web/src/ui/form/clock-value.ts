import { clockFields } from '@telltale/domain/format/time.ts';
import { type ClockFields, momentOf, momentsOf } from '@telltale/domain/time/wall-clock.ts';

const LOCAL = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(~2)?$/;
/** Behind a time that the clock shows twice that day: the later one is meant. Without it, the earlier. */
const AGAIN = '~2';

/** What a `MomentField` holds of an ISO time, on the clock of a zone; '' for what is no time. */
export function clockValue(iso: string | null, zone: string): string {
  const timeMs = iso === null ? Number.NaN : Date.parse(iso);
  if (!Number.isFinite(timeMs)) return '';
  const { year, month, day, hour, minute, second } = clockFields(timeMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(hour)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`;
  const value = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${time}`;
  const [, again] = momentsOf({ year, month, day, hour, minute, second, millisecond: 0 }, zone);
  return again !== undefined && timeMs >= again ? `${value}${AGAIN}` : value;
}

/** The ISO time at which the clock of a zone shows the value of a `MomentField`; null for an empty one. */
export function isoOfClock(value: string, zone: string): string | null {
  const fields = fieldsOf(value);
  if (fields === undefined) return null;
  const again = value.endsWith(AGAIN) ? momentsOf(fields, zone)[1] : undefined;
  return new Date(again ?? momentOf(fields, zone)).toISOString();
}

/** How often the clock of a zone shows the value: never where it goes forward over it, twice where it goes back. */
export function timesShown(value: string, zone: string): number {
  const fields = fieldsOf(value);
  return fields === undefined ? 1 : momentsOf(fields, zone).length;
}

/** The value without which of two it is. */
export function plainClock(value: string): string {
  return value.endsWith(AGAIN) ? value.slice(0, -AGAIN.length) : value;
}

/** The later of two. */
export function clockAgain(value: string): string {
  return `${plainClock(value)}${AGAIN}`;
}

function fieldsOf(value: string): ClockFields | undefined {
  const parts = LOCAL.exec(value);
  if (parts === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return { year, month, day, hour, minute, second, millisecond: Number((parts[7] ?? '0').padEnd(3, '0')) };
}
