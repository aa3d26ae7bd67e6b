import type { Summary } from '../embedded/chunks/summary.ts';
import type { Points } from '../embedded/points/points.ts';
import type { AggregateFunction, PointValue } from '../port.ts';

/** Below it a quality is bad (OPC DA: the two top bits are 00). */
export const LOWEST_USABLE_QUALITY = 64;

/** Whether a run of points holds nothing but one number, over and over, all of them good. */
export function isConstant(summary: Summary): boolean {
  return isPlain(summary) && summary.min === summary.max;
}

/** Whether a run of points holds nothing but good numbers. */
export function isPlain({ hasTexts, hasNaN, hasDoubt, numbers }: Summary): boolean {
  return !hasTexts && !hasNaN && !hasDoubt && numbers > 0;
}

/** Some functions over buckets, computed together. Points and summaries come in order of time. */
export interface BucketPart {
  /** Takes in the points from index `from` up to, not including, `to`; they lie in the bucket. */
  add(points: Points, from: number, to: number, bucket: number): void;
  /** Whether a summary says all that is needed of the points behind it. */
  takes(summary: Summary): boolean;
  /** Takes in points by their summary; they lie in the bucket. */
  addSummary(summary: Summary, startMs: number, endMs: number, bucket: number): void;
  /** The column of a function, or null when it is not one of this part's. */
  column(name: AggregateFunction): (PointValue | null)[] | null;
}
