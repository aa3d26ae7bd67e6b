import { type AggregateQuery, TooManyPointsError } from '../port.ts';

/** A range of time cut into buckets. */
export class BucketAxis {
  /** Of the range, inclusive. */
  readonly fromMs: number;
  /** Of the range, exclusive. */
  readonly endMs: number;
  readonly count: number;
  readonly #startMs: number;
  /** Length of each bucket; or of all together, when they are told by their number. */
  readonly #lengthMs: number;
  readonly #isEven: boolean;

  private constructor(fromMs: number, toMs: number, startMs: number, lengthMs: number, count: number, isEven: boolean) {
    this.fromMs = fromMs;
    this.endMs = toMs + 1;
    this.#startMs = startMs;
    this.#lengthMs = lengthMs;
    this.count = count;
    this.#isEven = isEven;
  }

  /** Buckets of a fixed length, beginning at its multiples since 1970. */
  static every(bucketMs: number, fromMs: number, toMs: number): BucketAxis {
    const first = Math.floor(fromMs / bucketMs);
    const count = Math.max(0, Math.floor(toMs / bucketMs) - first + 1);
    return new BucketAxis(fromMs, toMs, first * bucketMs, bucketMs, fromMs > toMs ? 0 : count, true);
  }

  /** So many buckets of equal whole milliseconds (no more than the range has). */
  static of(buckets: number, fromMs: number, toMs: number): BucketAxis {
    const span = Math.max(0, toMs - fromMs + 1);
    return new BucketAxis(fromMs, toMs, fromMs, span, Math.min(buckets, span), false);
  }

  /** First millisecond of a bucket; of the one behind the last, the first behind all. */
  edge(bucket: number): number {
    if (this.#isEven) return this.#startMs + bucket * this.#lengthMs;
    return this.#startMs + Math.floor((bucket * this.#lengthMs) / this.count);
  }

  /** The bucket that holds a time of the range. */
  bucketOf(timeMs: number): number {
    if (this.#isEven) return Math.floor((timeMs - this.#startMs) / this.#lengthMs);
    const guess = Math.floor(((timeMs - this.#startMs) / this.#lengthMs) * this.count);
    let bucket = Math.min(this.count - 1, Math.max(0, guess));
    while (bucket > 0 && this.edge(bucket) > timeMs) bucket--;
    while (bucket + 1 < this.count && this.edge(bucket + 1) <= timeMs) bucket++;
    return bucket;
  }

  startsMs(): Float64Array<ArrayBuffer> {
    return Float64Array.from({ length: this.count }, (_, bucket) => this.edge(bucket));
  }
}

/**
 * The buckets that a query asks for, over a range of whole milliseconds.
 * @throws RangeError for a wrong bucket, gap or function; TooManyPointsError when there are too many buckets
 */
export function axisOf(query: AggregateQuery, fromMs: number, toMs: number, mostPoints: number): BucketAxis {
  const { bucketMs, buckets, functions, maxGapMs, keys } = query;
  const isWhole = (value: number | undefined): boolean => Number.isSafeInteger(value) && (value ?? 0) > 0;
  if ((bucketMs === undefined) === (buckets === undefined)) throw new RangeError('either bucketMs or buckets is given');
  if (!isWhole(bucketMs ?? buckets)) throw new RangeError(`${bucketMs ?? buckets} is not a whole number of 1 or more`);
  if (functions.length === 0) throw new RangeError('an aggregate needs a function');
  if (maxGapMs !== undefined && !(maxGapMs >= 0)) throw new RangeError(`${maxGapMs} is not a length of time`);
  const axis =
    bucketMs === undefined ? BucketAxis.of(buckets ?? 1, fromMs, toMs) : BucketAxis.every(bucketMs, fromMs, toMs);
  const values = axis.count * keys.length * new Set(functions).size;
  if (values > mostPoints) throw new TooManyPointsError(values, mostPoints);
  return axis;
}
