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
