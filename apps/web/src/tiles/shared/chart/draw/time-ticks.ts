import { type ClockFields, clockFields } from '@telltale/domain';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAY_S = 86_400;
const MONTH_S = 28 * DAY_S;
const YEAR_S = 365 * DAY_S;

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Labels of a time axis: the clock in the zone, as fine as the ticks are apart, with the date (or the year, below dates)
 * under the first tick and wherever it changes.
 */
export function timeTickLabels(splits: readonly number[], stepSeconds: number, zone: string): string[] {
  const labels = splits.map((split) => labelOf(clockFields(split * 1000, zone), stepSeconds));
  return labels.map(({ text, below }, index) =>
    below === labels[index - 1]?.below || below === '' ? text : `${text}\n${below}`,
  );
}

function labelOf(fields: ClockFields, stepSeconds: number): { text: string; below: string } {
  const { year, month, day } = fields;
  const name = MONTHS[month - 1] ?? '';
  if (stepSeconds >= YEAR_S) return { text: String(year), below: '' };
  if (stepSeconds >= MONTH_S) return { text: name, below: String(year) };
  if (stepSeconds >= DAY_S) return { text: `${name} ${day}`, below: String(year) };
  return { text: clockOf(fields, stepSeconds), below: `${name} ${day}` };
}

function clockOf({ hour, minute, second, millisecond }: ClockFields, stepSeconds: number): string {
  const clock = `${two(hour)}:${two(minute)}`;
  if (stepSeconds >= 60) return clock;
  if (stepSeconds >= 1) return `${clock}:${two(second)}`;
  return `${clock}:${two(second)}.${String(millisecond).padStart(3, '0')}`;
}
