import type { EpochMs, parts } from '@telltale/contract';
import { clockFields, formatDate, formatDateTime } from '@telltale/domain/format/time.ts';

type Amounts = Pick<parts.Part, 'used' | 'interval' | 'counterName'>;

/** As a counter is read: whole, and below a hundred with one decimal. Never more than was counted. */
export function amount(value: number, scale = value): string {
  const factor = Math.abs(scale) >= 100 ? 1 : 10;
  return (Math.floor(value * factor + 1e-6) / factor).toLocaleString('en-US');
}

/** `212/300 Pump Hours` (spec 1 §2). */
export function usedText({ used, interval, counterName }: Amounts): string {
  return `${used === null ? '–' : amount(used, interval)}/${amount(interval)} ${counterName}`;
}

export const STATE_WORDS: Readonly<Record<parts.PartState, string>> = {
  overdue: 'Overdue',
  soon: 'Due soon',
  ok: 'In use',
  unrecorded: 'Never recorded',
  unknown: 'Unknown',
};

const DAY_MS = 86_400_000;

/** `in 3 days, Thursday 14:00` on the viewer's clock. */
export function dueText(dueMs: EpochMs, nowMs: EpochMs, zone: string): string {
  const days = dayOf(dueMs, zone) - dayOf(nowMs, zone);
  const time = formatDateTime(dueMs, zone).slice(11, 16);
  if (days <= 0) return `today, ${time}`;
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'long' }).format(dueMs);
  if (days === 1) return `tomorrow, ${weekday} ${time}`;
  return days < 7 ? `in ${days} days, ${weekday} ${time}` : `in ${days} days, ${weekday} ${formatDate(dueMs, zone)}`;
}

/** Midnight of the clock's day, counted in days, so that a day of 23 or 25 hours is one day. */
function dayOf(timeMs: EpochMs, zone: string): number {
  const { year, month, day } = clockFields(timeMs, zone);
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

/** `at 9.2 h a day`; a counter that is labelled as one of hours counts hours. */
export function paceText(perDay: number, counter: string): string {
  const shown = perDay >= 100 ? Math.round(perDay) : Math.round(perDay * 10) / 10;
  return `at ${shown.toLocaleString('en-US')}${/hours?$/i.test(counter) ? ' h' : ''} a day`;
}

/** When a part falls due, in words. */
export function forecastText(part: parts.PartWithForecast, nowMs: EpochMs, zone: string): string {
  const { forecast, remaining, counter, counterName } = part;
  if (part.fault !== null) return part.fault;
  if (forecast.kind === 'overdue') return `overdue by ${amount(Math.abs(remaining ?? 0))} ${counterName}`;
  if (forecast.kind === 'still') return 'its counter stands still';
  if (forecast.due === null || forecast.perDay === null) return 'its pace is not known yet';
  return `${dueText(Date.parse(forecast.due), nowMs, zone)}, ${paceText(forecast.perDay, counter)}`;
}

/** What nine of ten cases are within. */
export function bandText({ earliest, latest }: parts.PartForecast, zone: string): string | undefined {
  if (earliest === null) return undefined;
  const from = formatDate(Date.parse(earliest), zone);
  return latest === null ? `Not before ${from}` : `Between ${from} and ${formatDate(Date.parse(latest), zone)}`;
}

/** How full a part's bar is, 0 to 1; undefined: nobody knows. */
export function shareOf({ used, interval }: Pick<parts.Part, 'used' | 'interval'>): number | undefined {
  return used === null ? undefined : Math.min(1, Math.max(0, used / interval));
}
