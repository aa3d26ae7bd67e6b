import type { Summary } from '../embedded/chunks/summary.ts';
import type { Points } from '../embedded/points/points.ts';
import type { AggregateFunction } from '../port.ts';
import { type BucketPart, isConstant, LOWEST_USABLE_QUALITY } from './bucket-part.ts';

/** How far a counter has moved on from one usable number to the next; a step down means that it began anew at zero. */
export function counterStep(before: number, value: number): number {
  return value >= before ? value - before : Math.max(0, value);
}

/** The deltas of a counter per bucket. */
export class CounterSteps implements BucketPart {
  readonly #deltas: Float64Array;
  #before: number | null = null;

  constructor(buckets: number) {
    this.#deltas = new Float64Array(buckets).fill(Number.NaN);
  }

  /** The last usable finite number before the range. */
  lead(value: number): void {
    this.#before = value;
  }

  add({ values, qualities, texts }: Points, from: number, to: number, bucket: number): void {
    for (let i = from; i < to; i++) {
      if ((qualities[i] as number) < LOWEST_USABLE_QUALITY || (texts !== null && texts[i] !== null)) continue;
      this.#step(values[i] as number, bucket);
    }
  }

  takes(summary: Summary): boolean {
    return isConstant(summary);
  }

  addSummary(summary: Summary, _startMs: number, _endMs: number, bucket: number): void {
    this.#step(summary.min, bucket);
    if (summary.count > 1) this.#step(summary.min, bucket);
  }

  #step(value: number, bucket: number): void {
    if (!Number.isFinite(value)) return;
    if (this.#before !== null) {
      const known = this.#deltas[bucket] as number;
      this.#deltas[bucket] = (Number.isNaN(known) ? 0 : known) + counterStep(this.#before, value);
    }
    this.#before = value;
  }

  column(name: AggregateFunction): (number | null)[] | null {
    if (name !== 'delta') return null;
    return Array.from(this.#deltas, (delta) => (Number.isNaN(delta) ? null : delta));
  }
}
