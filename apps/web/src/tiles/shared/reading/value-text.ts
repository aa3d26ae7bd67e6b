import { DEFAULT_DECIMALS, formatBriefly, formatNumber, NO_VALUE, wordOf } from '@telltale/domain';
import type { Reading } from '#readings/readings.ts';

/**
 * What a reading's value looks like: a string item shows its string, no value shows '- -' (spec 1 §2), and a value that
 * has a word the word.
 * @param decimals those that the tile sets; null: those of the data item, else 2
 */
export function valueText(reading: Reading, decimals: number | null): string {
  if (reading.isString) return reading.stringValue ?? NO_VALUE;
  const word = reading.value === null ? undefined : wordOf(reading.display, reading.value);
  return word ?? formatNumber(reading.value, decimalsOf(reading, decimals));
}

/** To how many decimals a tile writes numbers of an item. */
export function decimalsOf(
  { display, conversion }: Pick<Reading, 'display' | 'conversion'>,
  decimals: number | null,
): number {
  // Those of a tile were chosen for the unit in which the value is stored.
  const own = decimals !== null && conversion !== undefined ? conversion.decimals(decimals) : decimals;
  return own ?? display.decimals ?? DEFAULT_DECIMALS;
}

/** Whether there is anything to show a unit with. */
export function hasValue(reading: Reading): boolean {
  return reading.isString ? reading.stringValue !== null : reading.value !== null;
}

/** What `formatNumber` writes. */
const FIGURES = /^-?[\d.,]+(e[+-]?\d+)?$/;

export const isFigures = (text: string): boolean => FIGURES.test(text);

/** A number that has more than `most` characters and no room for them, to four figures: `98.77M`. Other texts stay as they are. */
export function briefText(text: string, value: number | null, most: number): string {
  return value === null || text.length <= most || !isFigures(text) ? text : formatBriefly(value);
}

/** Words that would be drawn too small to read end after `most` characters; figures never do, half a number is another one. */
export function clipWords(text: string, most: number): string {
  if (text.length <= most || isFigures(text)) return text;
  return `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}
