import { clockFields } from '@telltale/domain/format/time.ts';
import { momentOf } from '@telltale/domain/time/wall-clock.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** What a `datetime-local` field shows for a moment: minutes of a zone's clock. */
export function wallTime(iso: string | undefined, zone: string): string {
  const timeMs = Date.parse(iso ?? '');
  if (Number.isNaN(timeMs)) return '';
  const { year, month, day, hour, minute } = clockFields(timeMs, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

const WALL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/;

/** The moment that a `datetime-local` field names on a zone's clock; undefined while it names none. */
export function isoOfWall(text: string, zone: string): string | undefined {
  const parts = WALL_TIME.exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const timeMs = momentOf({ year, month, day, hour, minute, second: second || 0, millisecond: 0 }, zone);
  return new Date(timeMs).toISOString();
}
