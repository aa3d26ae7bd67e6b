import { plainClock } from '../clock-value.ts';

/** What a field holds: a day and a time of day, a day, or a time of day. */
export type MomentKind = 'datetime' | 'date' | 'time';

/** An example of each, in which its form is told. */
export const momentExamples: Readonly<Record<MomentKind, string>> = {
  datetime: '2026-11-23 14:05',
  date: '2026-11-23',
  time: '14:05',
};

/** What stands in an empty field. */
export const momentPatterns: Readonly<Record<MomentKind, string>> = {
  datetime: 'YYYY-MM-DD hh:mm',
  date: 'YYYY-MM-DD',
  time: 'hh:mm',
};

const DAY = String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`;
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,3}))?)?(?:\s*(?<half>[ap])\.?m\.?)?`;
const forms: Readonly<Record<MomentKind, RegExp>> = {
  datetime: new RegExp(`^${DAY}(?:T|\\s+)${TIME}$`, 'di'),
  date: new RegExp(`^${DAY}$`, 'd'),
  time: new RegExp(`^${TIME}$`, 'di'),
};

/** The parts that arrow keys count up and down. */
const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
type Part = (typeof parts)[number];

/** A value as the field shows it: `2026-11-23 14:05`. */
export function shownMoment(value: string): string {
  return plainClock(value).replace('T', ' ');
}

/**
 * What was typed as the value of a field, as the browser's own fields hold it: `2026-11-23T14:05`, seconds only where there
 * are some. The afternoon may be said by `pm`, too. Undefined for what is no such day or time.
 */
export function momentOfText(text: string, kind: MomentKind): string | undefined {
  const found = forms[kind].exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  const day = kind === 'time' ? '' : dayOf(Number(found.year), Number(found.month), Number(found.day));
  const time = kind === 'date' ? '' : timeOf(found);
  if (day === undefined || time === undefined) return undefined;
  return kind === 'datetime' ? `${day}T${time}` : `${day}${time}`;
}

/** As `momentOfText`, once nothing more is typed: a day alone is its beginning. */
export function momentOfFinishedText(text: string, kind: MomentKind): string | undefined {
  const given = momentOfText(text, kind);
  return given ?? (kind === 'datetime' ? momentOfText(`${text.trim()} 00:00`, kind) : undefined);
}

/** A text whose part at the caret was counted on, and where that part stands now; undefined where there is none. */
export function steppedText(
  text: string,
  caret: number,
  by: number,
  kind: MomentKind,
): { value: string; from: number; to: number } | undefined {
  const value = momentOfText(text, kind);
  if (value === undefined) return undefined;
  const part = partsOf(text, kind).find(({ to }) => caret <= to)?.part;
  if (part === undefined) return undefined;
  const stepped = counted(value, part, by, kind);
  // No seconds are shown where there are none.
  const end = { from: stepped.length, to: stepped.length };
  const { from, to } = partsOf(shownMoment(stepped), kind).find((one) => one.part === part) ?? end;
  return { value: stepped, from, to };
}

/** The day and the time of a value, either '' where it has none. */
export function splitMoment(value: string, kind: MomentKind): { day: string; time: string } {
  const [first = '', second = ''] = value.split('T');
  return kind === 'time' ? { day: '', time: first } : { day: first, time: second };
}

function partsOf(text: string, kind: MomentKind): { part: Part; from: number; to: number }[] {
  const places = forms[kind].exec(text)?.indices?.groups ?? {};
  return parts.flatMap((part) => {
    const place = places[part];
    return place ? [{ part, from: place[0], to: place[1] }] : [];
  });
}

function counted(value: string, part: Part, by: number, kind: MomentKind): string {
  const found = forms[kind].exec(shownMoment(value))?.groups ?? {};
  const [year, month, day, hour, minute, second] = parts.map((one) => Number(found[one] ?? 0)) as number[];
  const moment = { year, month, day, hour, minute, second } as Record<Part, number>;
  if (kind === 'time') Object.assign(moment, { year: 2000, month: 1, day: 1 });
  moment[part] += by;
  // From the 31st of January one month on is the last of February.
  if (part === 'year' || part === 'month') {
    moment.day = Math.min(moment.day, new Date(Date.UTC(moment.year, moment.month, 0)).getUTCDate());
  }
  const at = new Date(0);
  at.setUTCFullYear(moment.year, moment.month - 1, moment.day);
  at.setUTCHours(moment.hour, moment.minute, moment.second);
  const isoDay = at.toISOString().slice(0, 10);
  const time = timeOf({
    hour: String(at.getUTCHours()),
    minute: String(at.getUTCMinutes()),
    second: String(at.getUTCSeconds()),
    fraction: found.fraction,
  });
  if (kind === 'date') return isoDay;
  return kind === 'time' ? `${time}` : `${isoDay}T${time}`;
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  const isDay = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year > 0;
  return isDay ? at.toISOString().slice(0, 10) : undefined;
}

function timeOf({ hour, minute, second, fraction, half }: Record<string, string | undefined>): string | undefined {
  const typed = Number(hour);
  const isHalf = half !== undefined;
  if (isHalf && (typed < 1 || typed > 12)) return undefined;
  const hours = isHalf ? (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typed;
  const [minutes, seconds, milliseconds] = [
    Number(minute),
    Number(second ?? 0),
    Number((fraction ?? '').padEnd(3, '0')),
  ];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const rest = milliseconds > 0 ? `:${two(seconds)}.${String(milliseconds).padStart(3, '0')}` : `:${two(seconds)}`;
  return `${two(hours)}:${two(minutes)}${seconds === 0 && milliseconds === 0 ? '' : rest}`;
}
