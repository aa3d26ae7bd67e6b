import type { PointValue } from '../../port.ts';
import type { Summary } from '../chunks/summary.ts';
import type { BlobExtremes } from '../codec/points-codec.ts';
import type { BlobTimes } from '../codec/times-codec.ts';
import { endOfBucket } from '../points/end-of-bucket.ts';
import { type Points, sortPoints } from '../points/points.ts';

const GOOD = 192;

/**
 * Minimum and maximum per bucket, at their own times. The range is cut into `count` buckets of equal whole
 * milliseconds. A bucket without a number but with NaN keeps its first NaN; strings keep the first and the last.
 */
export class Buckets {
  readonly #fromMs: number;
  readonly #span: number;
  readonly #count: number;
  readonly #min: Float64Array;
  readonly #minAt: Float64Array;
  readonly #max: Float64Array;
  readonly #maxAt: Float64Array;
  readonly #nanAt = new Map<number, number>();
  readonly #firstTexts = new Map<number, { timeMs: number; text: string }>();
  readonly #lastTexts = new Map<number, { timeMs: number; text: string }>();

  constructor(fromMs: number, toMs: number, count: number) {
    this.#fromMs = fromMs;
    this.#span = toMs - fromMs + 1;
    this.#count = Math.min(count, this.#span);
    this.#min = new Float64Array(this.#count);
    this.#minAt = new Float64Array(this.#count).fill(Number.NaN);
    this.#max = new Float64Array(this.#count);
    this.#maxAt = new Float64Array(this.#count);
  }

  /** First millisecond of a bucket. */
  #edge(bucket: number): number {
    return this.#fromMs + Math.floor((bucket * this.#span) / this.#count);
  }

  /** The bucket that holds a time of the range. */
  bucketOf(timeMs: number): number {
    let bucket = Math.min(this.#count - 1, Math.floor(((timeMs - this.#fromMs) / this.#span) * this.#count));
    while (bucket > 0 && this.#edge(bucket) > timeMs) bucket--;
    while (bucket + 1 < this.#count && this.#edge(bucket + 1) <= timeMs) bucket++;
    return bucket;
  }

  /** Adds a run of points that lie in the range. */
  add(points: Points): void {
    const { timesMs, values, texts } = points;
    const count = timesMs.length;
    let i = 0;
    while (i < count) {
      const bucket = this.bucketOf(timesMs[i] as number);
      const to = bucket + 1 < this.#count ? endOfBucket(timesMs, this.#edge(bucket + 1), i, count) : count;
      if (texts === null) this.#addNumbers(bucket, timesMs, values, i, to);
      else this.#addMixed(bucket, points, i, to);
      i = to;
    }
  }

  /** Where points of these times fall into other buckets, and where they leave the range (inclusive): see `readExtremes`. */
  cuts(times: BlobTimes, fromMs: number, toMs: number): number[] {
    const cuts: number[] = [];
    const end = times.indexOf(toMs + 1);
    for (let at = times.indexOf(fromMs); at < end; ) {
      cuts.push(at);
      const next = this.bucketOf(times.timeOf(at)) + 1;
      at = next < this.#count ? times.indexOf(this.#edge(next)) : end;
    }
    cuts.push(end);
    return cuts;
  }

  /** Adds the extremes of runs that each lie in one bucket, which `cuts` sees to. */
  addExtremes({ times, runs }: BlobExtremes): void {
    for (const { from, min, minIndex, max, maxIndex } of runs) {
      const bucket = this.bucketOf(times.timeOf(from));
      if (minIndex < 0) this.#noteNaN(bucket, times.timeOf(from));
      else this.#note(bucket, min, times.timeOf(minIndex), max, times.timeOf(maxIndex));
    }
  }

  #addNumbers(bucket: number, timesMs: Float64Array, values: Float64Array, from: number, to: number): void {
    let first = from;
    while (first < to && Number.isNaN(values[first])) first++;
    if (first === to) {
      this.#noteNaN(bucket, timesMs[from] as number);
      return;
    }
    let min = values[first] as number;
    let max = min;
    let minIndex = first;
    let maxIndex = first;
    for (let i = first + 1; i < to; i++) {
      const value = values[i] as number;
      if (value < min) {
        min = value;
        minIndex = i;
      } else if (value > max) {
        max = value;
        maxIndex = i;
      }
    }
    this.#note(bucket, min, timesMs[minIndex] as number, max, timesMs[maxIndex] as number);
  }

  #addMixed(bucket: number, points: Points, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const timeMs = points.timesMs[i] as number;
      const text = points.texts?.[i] ?? null;
      const value = points.values[i] as number;
      if (text !== null) {
        const first = this.#firstTexts.get(bucket);
        const last = this.#lastTexts.get(bucket);
        if (!first || timeMs < first.timeMs) this.#firstTexts.set(bucket, { timeMs, text });
        if (!last || timeMs > last.timeMs) this.#lastTexts.set(bucket, { timeMs, text });
      } else if (Number.isNaN(value)) {
        this.#noteNaN(bucket, timeMs);
      } else {
        this.#note(bucket, value, timeMs, value, timeMs);
      }
    }
  }

  #noteNaN(bucket: number, timeMs: number): void {
    const known = this.#nanAt.get(bucket);
    if (known === undefined || timeMs < known) this.#nanAt.set(bucket, timeMs);
  }

  /** Takes in extremes; among equal values the earliest time stays, whatever the order of adding. */
  #note(bucket: number, min: number, minAtMs: number, max: number, maxAtMs: number): void {
    const knownMinAt = this.#minAt[bucket] as number;
    const isFirst = Number.isNaN(knownMinAt);
    const knownMin = this.#min[bucket] as number;
    if (isFirst || min < knownMin || (min === knownMin && minAtMs < knownMinAt)) {
      this.#min[bucket] = min;
      this.#minAt[bucket] = minAtMs;
    }
    const knownMax = this.#max[bucket] as number;
    if (isFirst || max > knownMax || (max === knownMax && maxAtMs < (this.#maxAt[bucket] as number))) {
      this.#max[bucket] = max;
      this.#maxAt[bucket] = maxAtMs;
    }
  }

  /** Takes in a whole chunk by its summary, if it lies in one bucket and holds numbers only; else answers false. */
  addSummary(summary: Summary, startMs: number, endMs: number): boolean {
    if (summary.hasTexts || summary.numbers === 0) return false;
    const bucket = this.bucketOf(startMs);
    if (bucket + 1 < this.#count && this.#edge(bucket + 1) <= endMs) return false;
    this.#note(bucket, summary.min, summary.minAtMs, summary.max, summary.maxAtMs);
    return true;
  }

  /**
   * Whether nothing that a summary tells of would change a bucket: all those between the two times have a smaller
   * minimum and a greater maximum, or the same ones earlier.
   */
  surpass(summary: Summary, startMs: number, endMs: number): boolean {
    if (summary.hasTexts || summary.numbers === 0) return false;
    const last = this.bucketOf(endMs);
    for (let bucket = this.bucketOf(startMs); bucket <= last; bucket++) {
      const minAt = this.#minAt[bucket] as number;
      if (Number.isNaN(minAt)) return false;
      const min = this.#min[bucket] as number;
      const max = this.#max[bucket] as number;
      const hasMin = min < summary.min || (min === summary.min && minAt < startMs);
      const hasMax = max > summary.max || (max === summary.max && (this.#maxAt[bucket] as number) < startMs);
      if (!hasMin || !hasMax) return false;
    }
    return true;
  }

  /** What the buckets kept, in order of time (qualities are not kept: all 192). */
  toPoints(): Points {
    if (this.#firstTexts.size === 0 && this.#nanAt.size === 0) return this.#numbersOnly();
    const timesMs: number[] = [];
    const values: PointValue[] = [];
    const put = (timeMs: number, value: PointValue): void => {
      timesMs.push(timeMs);
      values.push(value);
    };
    for (let bucket = 0; bucket < this.#count; bucket++) {
      const minAt = this.#minAt[bucket] as number;
      if (!Number.isNaN(minAt)) {
        put(minAt, this.#min[bucket] as number);
        put(this.#maxAt[bucket] as number, this.#max[bucket] as number);
      }
      const first = this.#firstTexts.get(bucket);
      const last = this.#lastTexts.get(bucket);
      if (first) put(first.timeMs, first.text);
      if (last) put(last.timeMs, last.text);
      const nanAt = this.#nanAt.get(bucket);
      if (nanAt !== undefined && Number.isNaN(minAt) && !first) put(nanAt, Number.NaN);
    }
    return sortPoints(timesMs, values, new Array<number>(timesMs.length).fill(GOOD));
  }

  #numbersOnly(): Points {
    const timesMs = new Float64Array(this.#count * 2);
    const values = new Float64Array(this.#count * 2);
    let at = 0;
    for (let bucket = 0; bucket < this.#count; bucket++) {
      const minAt = this.#minAt[bucket] as number;
      const maxAt = this.#maxAt[bucket] as number;
      if (Number.isNaN(minAt)) continue;
      const isMinFirst = minAt <= maxAt;
      timesMs[at] = isMinFirst ? minAt : maxAt;
      values[at++] = (isMinFirst ? this.#min[bucket] : this.#max[bucket]) as number;
      if (minAt === maxAt) continue;
      timesMs[at] = isMinFirst ? maxAt : minAt;
      values[at++] = (isMinFirst ? this.#max[bucket] : this.#min[bucket]) as number;
    }
    const qualities = new Uint8Array(at).fill(GOOD);
    return { timesMs: timesMs.slice(0, at), values: values.slice(0, at), qualities, texts: null };
  }
}
