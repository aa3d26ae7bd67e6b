import type { Summary } from '../embedded/chunks/summary.ts';
import { endOfBucket } from '../embedded/points/end-of-bucket.ts';
import type { Points } from '../embedded/points/points.ts';
import type { AggregateFunction, Aggregates } from '../port.ts';
import type { BucketAxis } from './bucket-axis.ts';
import type { BucketPart } from './bucket-part.ts';
import { BucketTotals } from './bucket-totals.ts';
import { CounterSteps } from './counter-steps.ts';
import { HeldValues } from './held-values.ts';

/** Functions over the buckets of one series, which is given to it piece by piece in order of time. */
export class SeriesAggregator {
  /** Null when no function needs it. */
  readonly held: HeldValues | null;
  readonly counter: CounterSteps | null;
  readonly #axis: BucketAxis;
  readonly #functions: readonly AggregateFunction[];
  readonly #parts: readonly BucketPart[];

  constructor(axis: BucketAxis, functions: readonly AggregateFunction[], maxGapMs = Number.POSITIVE_INFINITY) {
    this.#axis = axis;
    this.#functions = functions;
    this.held = functions.includes('twa') ? new HeldValues(axis, maxGapMs) : null;
    this.counter = functions.includes('delta') ? new CounterSteps(axis.count) : null;
    const totals = BucketTotals.for(functions, axis.count);
    this.#parts = [totals, this.held, this.counter].filter((part) => part !== null);
  }

  /** Whether the summary of a run of points, which lie in the range, can stand for them: exactly, and in one bucket. */
  takes(summary: Summary, startMs: number, endMs: number): boolean {
    const axis = this.#axis;
    return axis.edge(axis.bucketOf(startMs) + 1) > endMs && this.#parts.every((part) => part.takes(summary));
  }

  addSummary(summary: Summary, startMs: number, endMs: number): void {
    const bucket = this.#axis.bucketOf(startMs);
    for (const part of this.#parts) part.addSummary(summary, startMs, endMs, bucket);
  }

  /** Takes in a run of points that lie in the range. */
  add(points: Points): void {
    const { timesMs } = points;
    for (let from = 0; from < timesMs.length; ) {
      const bucket = this.#axis.bucketOf(timesMs[from] as number);
      const to = endOfBucket(timesMs, this.#axis.edge(bucket + 1), from, timesMs.length);
      for (const part of this.#parts) part.add(points, from, to, bucket);
      from = to;
    }
  }

  columns(): Aggregates['series'][number] {
    const columns: Aggregates['series'][number] = {};
    for (const name of this.#functions) {
      const column = this.#parts.map((part) => part.column(name)).find((found) => found !== null);
      if (column) columns[name] = column;
    }
    return columns;
  }
}
