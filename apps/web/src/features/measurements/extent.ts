import type { measurements } from '@telltale/contract';

/** The smallest and the largest of all parts; undefined where nothing is a number. */
export function extentOf({ min, max }: measurements.ChannelPlot): { min: number; max: number } | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const value of min) if (value !== null && value < low) low = value;
  for (const value of max) if (value !== null && value > high) high = value;
  return low <= high ? { min: low, max: high } : undefined;
}
