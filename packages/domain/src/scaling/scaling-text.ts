import type { ItemScaling } from '@telltale/contract';

/** A scaling in words: `4–20 → 0–100 + 2, mean of 5 readings`. */
export function scalingText({ unscaledMin, unscaledMax, scaledMin, scaledMax, offset, samples }: ItemScaling): string {
  const shift = offset === 0 ? '' : ` ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
  const mean = samples === 1 ? '' : `, mean of ${samples} readings`;
  return `${unscaledMin}–${unscaledMax} → ${scaledMin}–${scaledMax}${shift}${mean}`;
}
