import { formatNumber, NO_VALUE } from '@telltale/domain';
import type { Reading } from '#tile-kit/readings.ts';

/** What a reading's value looks like: a string item shows its string, no value shows '- -' (spec 1 §2). */
export function valueText(reading: Reading, decimals: number): string {
  if (reading.isString) return reading.stringValue ?? NO_VALUE;
  return formatNumber(reading.value, decimals);
}

/** Whether there is anything to show a unit with. */
export function hasValue(reading: Reading): boolean {
  return reading.isString ? reading.stringValue !== null : reading.value !== null;
}

/** What `formatNumber` writes. */
const FIGURES = /^-?[\d.,]+(e[+-]?\d+)?$/;

/** Words that would be drawn too small to read end after `most` characters; figures never do, half a number is another one. */
export function clipWords(text: string, most: number): string {
  if (text.length <= most || FIGURES.test(text)) return text;
  return `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}
