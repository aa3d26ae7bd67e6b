import { clockFields } from '@telltale/domain/format/time.ts';
import { momentOf } from '@telltale/domain/time/wall-clock.ts';

const LOCAL = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/;

/** What a `MomentField` holds of an ISO time, on the clock of a zone; '' for what is no time. */
export function clockValue(iso: string | null, zone: string): string {
  const timeMs = iso === null ? Number.NaN : Date.parse(iso);
  if (!Number.isFinite(timeMs)) return '';
  const { year, month, day, hour, minute, second } = clockFields(timeMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(hour)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${time}`;
}

/** The ISO time at which the clock of a zone shows the value of a `MomentField`; null for an empty one. */
export function isoOfClock(value: string, zone: string): string | null {
  const parts = LOCAL.exec(value);
  if (parts === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const millisecond = Number((parts[7] ?? '0').padEnd(3, '0'));
  return new Date(momentOf({ year, month, day, hour, minute, second, millisecond }, zone)).toISOString();
}
