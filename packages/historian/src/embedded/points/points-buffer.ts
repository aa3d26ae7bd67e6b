import type { Points } from './points.ts';

/** Arrays that points are decoded into, one run after the other, so that reading many chunks makes few arrays. */
export class PointsBuffer {
  timesMs: Float64Array<ArrayBuffer>;
  values: Float64Array<ArrayBuffer>;
  qualities: Uint8Array<ArrayBuffer>;
  #texts: (string | null)[] | null = null;
  length = 0;

  constructor(capacity: number) {
    this.timesMs = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
    this.qualities = new Uint8Array(capacity);
  }

  /** Makes room for `count` more points. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.timesMs.length) return;
    const capacity = Math.max(needed, this.timesMs.length * 2);
    const { timesMs, values, qualities } = this;
    this.timesMs = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
    this.qualities = new Uint8Array(capacity);
    this.timesMs.set(timesMs);
    this.values.set(values);
    this.qualities.set(qualities);
  }

  /** Takes in `count` points that were just written behind the last. */
  added(count: number, texts: readonly (string | null)[] | null): void {
    if (texts && !this.#texts) this.#texts = new Array<string | null>(this.length).fill(null);
    if (this.#texts) for (let i = 0; i < count; i++) this.#texts.push(texts?.[i] ?? null);
    this.length += count;
  }

  /** Copies points behind the last. */
  add(points: Points): void {
    const count = points.timesMs.length;
    this.reserve(count);
    this.timesMs.set(points.timesMs, this.length);
    this.values.set(points.values, this.length);
    this.qualities.set(points.qualities, this.length);
    this.added(count, points.texts);
  }

  /** Removes the points from index `from` up to, not including, `to`. */
  remove(from: number, to: number): void {
    if (from >= to) return;
    this.timesMs.copyWithin(from, to, this.length);
    this.values.copyWithin(from, to, this.length);
    this.qualities.copyWithin(from, to, this.length);
    this.#texts?.splice(from, to - from);
    this.length -= to - from;
  }

  clear(): void {
    this.length = 0;
    this.#texts = null;
  }

  /** The points, sharing this buffer's memory. */
  points(): Points {
    const { length } = this;
    const isFull = length === this.timesMs.length;
    return {
      timesMs: isFull ? this.timesMs : this.timesMs.subarray(0, length),
      values: isFull ? this.values : this.values.subarray(0, length),
      qualities: isFull ? this.qualities : this.qualities.subarray(0, length),
      texts: this.#texts,
    };
  }
}
