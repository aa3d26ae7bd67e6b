export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** The least and greatest of the values; of none, 0 to 0. */
export function rangeOf(values: readonly number[]): ValueRange {
  if (values.length === 0) return { min: 0, max: 0 };
  return values.reduce((range, value) => ({ min: Math.min(range.min, value), max: Math.max(range.max, value) }), {
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
  });
}

/** How dark a cell is, 0-1: its place between least and greatest; a half where all are equal. */
export function shadeOf(value: number | undefined, { min, max }: ValueRange): number {
  if (value === undefined) return 0;
  return max > min ? (value - min) / (max - min) : 0.5;
}
