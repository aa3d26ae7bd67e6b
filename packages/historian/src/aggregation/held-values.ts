import type { Summary } from '../embedded/chunks/summary.ts';
import type { Points } from '../embedded/points/points.ts';
import type { AggregateFunction, PointValue } from '../port.ts';
import type { BucketAxis } from './bucket-axis.ts';
import { type BucketPart, isConstant, LOWEST_USABLE_QUALITY } from './bucket-part.ts';

/**
 * The time-weighted mean: the integral over each bucket of the value in force, divided by the time for which there was
 * one. Times come in ascending order, so the bucket that is being filled only ever moves on.
 */
export class HeldValues implements BucketPart {
  readonly #axis: BucketAxis;
  readonly #maxGapMs: number;
  /** Value × ms, and ms. */
  readonly #integrals: Float64Array;
  readonly #heldMs: Float64Array;
  /** NaN: nothing is held. */
  #value = Number.NaN;
  #sinceMs = 0;
  #bucket = 0;

  constructor(axis: BucketAxis, maxGapMs: number) {
    this.#axis = axis;
    this.#maxGapMs = maxGapMs;
    this.#integrals = new Float64Array(axis.count);
    this.#heldMs = new Float64Array(axis.count);
  }

  /** The last point before the range. */
  lead(timeMs: number, value: PointValue, quality: number): void {
    this.#value = typeof value === 'number' && quality >= LOWEST_USABLE_QUALITY ? value : Number.NaN;
    this.#sinceMs = timeMs;
  }

  /** The end of the range: with the time of the first point behind it, if there is one. */
  finish(nextMs: number | null): void {
    this.#holdUntil(nextMs ?? this.#axis.endMs);
    this.#value = Number.NaN;
  }

  add({ timesMs, values, qualities, texts }: Points, from: number, to: number, bucket: number): void {
    let sinceMs = timesMs[from] as number;
    this.#holdUntil(sinceMs);
    let value = Number.NaN;
    let integral = 0;
    let heldMs = 0;
    for (let i = from; i < to; i++) {
      const timeMs = timesMs[i] as number;
      const ms = timeMs - sinceMs;
      if (!Number.isNaN(value) && ms <= this.#maxGapMs) {
        integral += value * ms;
        heldMs += ms;
      }
      const isUsable = (qualities[i] as number) >= LOWEST_USABLE_QUALITY && (texts === null || texts[i] === null);
      value = isUsable ? (values[i] as number) : Number.NaN;
      sinceMs = timeMs;
    }
    this.#value = value;
    this.#sinceMs = sinceMs;
    this.#note(bucket, integral, heldMs);
  }

  takes(summary: Summary): boolean {
    const isOneStep = summary.count === 1 || this.#maxGapMs === Number.POSITIVE_INFINITY;
    return isOneStep && isConstant(summary);
  }

  addSummary(summary: Summary, startMs: number, endMs: number): void {
    this.#holdUntil(startMs);
    this.#value = summary.min;
    this.#sinceMs = startMs;
    this.#holdUntil(endMs);
    this.#sinceMs = endMs;
  }

  #note(bucket: number, integral: number, heldMs: number): void {
    this.#integrals[bucket] = (this.#integrals[bucket] as number) + integral;
    this.#heldMs[bucket] = (this.#heldMs[bucket] as number) + heldMs;
  }

  /** The value in force ends, or its next point is, at a time. */
  #holdUntil(timeMs: number): void {
    const value = this.#value;
    if (Number.isNaN(value) || timeMs - this.#sinceMs > this.#maxGapMs) return;
    const axis = this.#axis;
    let at = Math.max(this.#sinceMs, axis.fromMs);
    const to = Math.min(timeMs, axis.endMs);
    while (at < to) {
      let end = axis.edge(this.#bucket + 1);
      while (end <= at) end = axis.edge(++this.#bucket + 1);
      const heldMs = Math.min(end, to) - at;
      this.#note(this.#bucket, value * heldMs, heldMs);
      at += heldMs;
    }
  }

  column(name: AggregateFunction): (number | null)[] | null {
    if (name !== 'twa') return null;
    return Array.from(this.#heldMs, (ms, bucket) => (ms === 0 ? null : (this.#integrals[bucket] as number) / ms));
  }
}
