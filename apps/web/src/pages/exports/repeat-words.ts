import type { exportSchedules } from '@telltale/contract';

export const REPEATS = [
  { value: '', label: 'Once, now' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
];

/** ISO 8601 counts them from 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const QUARTERS = 96;
const two = (value: number) => String(value).padStart(2, '0');

/** Each quarter of an hour of a day. */
export const TIMES = Array.from({ length: QUARTERS }, (_, n) => `${two(Math.floor(n / 4))}:${two((n % 4) * 15)}`);

/** `Every day at 06:00 (Europe/Oslo)`. */
export function rhythmWords({ every, weekday, time, zone }: exportSchedules.ExportRhythm): string {
  return `${every === 'day' ? 'Every day' : `Every ${WEEKDAYS[weekday - 1]}`} at ${time} (${zone})`;
}
