import type { Summary } from '../embedded/chunks/summary.ts';
import { type Points, valueAt } from '../embedded/points/points.ts';
import type { AggregateFunction, PointValue } from '../port.ts';
import { type BucketPart, isPlain, LOWEST_USABLE_QUALITY } from './bucket-part.ts';

const ENDS: readonly AggregateFunction[] = ['first', 'last'];
const FUNCTIONS: readonly AggregateFunction[] = ['mean', 'min', 'max', 'sum', 'count', ...ENDS];

/** Mean, minimum, maximum, sum, count, first and last of the usable points in each bucket. */
export class BucketTotals implements BucketPart {
  readonly #numbers: Float64Array;
  readonly #sums: Float64Array;
  readonly #mins: Float64Array;
  readonly #maxs: Float64Array;
  readonly #counts: Float64Array;
  readonly #firsts: (PointValue | null)[] = [];
  readonly #lasts: (PointValue | null)[] = [];
  /** Nothing is asked of the points between the first and the last one. */
  readonly #isOfEnds: boolean;

  /** Null when none of the functions is this part's. */
  static for(functions: readonly AggregateFunction[], buckets: number): BucketTotals | null {
    const own = functions.filter((name) => FUNCTIONS.includes(name));
    return own.length === 0 ? null : new BucketTotals(buckets, !own.some((name) => !ENDS.includes(name)));
  }

  private constructor(buckets: number, isOfEnds: boolean) {
    this.#isOfEnds = isOfEnds;
    this.#numbers = new Float64Array(buckets);
    this.#sums = new Float64Array(buckets);
    this.#mins = new Float64Array(buckets).fill(Number.POSITIVE_INFINITY);
    this.#maxs = new Float64Array(buckets).fill(Number.NEGATIVE_INFINITY);
    this.#counts = new Float64Array(buckets);
  }

  add(points: Points, from: number, to: number, bucket: number): void {
    if (this.#isOfEnds) this.#addEnds(points, from, to, bucket);
    else this.#addAll(points, from, to, bucket);
  }

  #addEnds(points: Points, from: number, to: number, bucket: number): void {
    let first = from;
    while (first < to && !isUsable(points, first)) first++;
    if (first === to) return;
    let last = to - 1;
    while (!isUsable(points, last)) last--;
    this.#note(bucket, 1, valueAt(points, first), valueAt(points, last));
  }

  #addAll(points: Points, from: number, to: number, bucket: number): void {
    const { timesMs, values, qualities, texts } = points;
    let numbers = 0;
    let others = 0;
    let sum = 0;
    let min = this.#mins[bucket] as number;
    let max = this.#maxs[bucket] as number;
    let first = -1;
    let last = -1;
    for (let i = from; i < to; i++) {
      if ((qualities[i] as number) < LOWEST_USABLE_QUALITY) continue;
      const value = values[i] as number;
      if (texts !== null && texts[i] !== null) {
        others++;
      } else {
        if (Number.isNaN(value)) continue;
        numbers++;
        sum += value;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      if (first < 0) first = i;
      last = i;
    }
    if (first < 0 || timesMs.length === 0) return;
    this.#note(bucket, numbers + others, valueAt(points, first), valueAt(points, last));
    this.#numbers[bucket] = (this.#numbers[bucket] as number) + numbers;
    this.#sums[bucket] = (this.#sums[bucket] as number) + sum;
    this.#mins[bucket] = min;
    this.#maxs[bucket] = max;
  }

  takes(summary: Summary): boolean {
    return isPlain(summary);
  }

  addSummary(summary: Summary, _startMs: number, _endMs: number, bucket: number): void {
    const { numbers, sum, min, max, first, last } = summary;
    this.#note(bucket, numbers, first, last);
    this.#numbers[bucket] = (this.#numbers[bucket] as number) + numbers;
    this.#sums[bucket] = (this.#sums[bucket] as number) + sum;
    if (min < (this.#mins[bucket] as number)) this.#mins[bucket] = min;
    if (max > (this.#maxs[bucket] as number)) this.#maxs[bucket] = max;
  }

  #note(bucket: number, count: number, first: PointValue, last: PointValue): void {
    if (this.#counts[bucket] === 0) this.#firsts[bucket] = first;
    this.#lasts[bucket] = last;
    this.#counts[bucket] = (this.#counts[bucket] as number) + count;
  }

  column(name: AggregateFunction): (PointValue | null)[] | null {
    if (name === 'count') return Array.from(this.#counts);
    if (name === 'first') return Array.from(this.#counts, (_, bucket) => this.#firsts[bucket] ?? null);
    if (name === 'last') return Array.from(this.#counts, (_, bucket) => this.#lasts[bucket] ?? null);
    const ofNumbers = (of: (bucket: number, numbers: number) => number): (number | null)[] =>
      Array.from(this.#numbers, (numbers, bucket) => (numbers === 0 ? null : of(bucket, numbers)));
    if (name === 'sum') return ofNumbers((bucket) => this.#sums[bucket] as number);
    if (name === 'mean') return ofNumbers((bucket, numbers) => (this.#sums[bucket] as number) / numbers);
    if (name === 'min') return ofNumbers((bucket) => this.#mins[bucket] as number);
    if (name === 'max') return ofNumbers((bucket) => this.#maxs[bucket] as number);
    return null;
  }
}

function isUsable({ values, qualities, texts }: Points, index: number): boolean {
  if ((qualities[index] as number) < LOWEST_USABLE_QUALITY) return false;
  return (texts !== null && texts[index] !== null) || !Number.isNaN(values[index]);
}
