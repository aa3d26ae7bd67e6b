import type { CountFunction } from '#expression/syntax.ts';

/** What is counted is kept in at most about so many segments; the beginning of the stretch is exact to this share of it. */
const SEGMENTS = 512;
/** Between two looks lies a second, and a little more. */
const APART_MS = 2_000;

interface Segment {
  /** Which stretch since 1970: where segments end must not hang on when counting began, or a restart would change answers. */
  readonly stretch: number;
  amount: number;
}

/**
 * How often a condition came true in the last seconds, or for how long it was true, in bounded memory and at a cost that
 * does not grow with the stretch. Amounts are whole numbers (times, microseconds), so that sums do not hang on what was
 * added and taken away before.
 */
export class ConditionCount {
  readonly #isDuration: boolean;
  readonly #spanMs: number;
  readonly #stretchMs: number;
  #segments: Segment[] = [];
  /** Segments before this one were taken away. */
  #first = 0;
  #total = 0;
  #wasTrue: boolean | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(name: CountFunction, seconds: number) {
    this.#isDuration = name === 'duration';
    this.#spanMs = seconds * 1_000;
    this.#stretchMs = this.#spanMs / SEGMENTS;
  }

  /** How much further back than its stretch a condition must have been looked at to be counted as if it always had been. */
  static marginMs(seconds: number): number {
    return Math.ceil((seconds * 1_000) / SEGMENTS);
  }

  /** @param condition undefined: cannot be told, which is not true; @param nowMs not before the last one */
  note(condition: boolean | undefined, nowMs: number): void {
    const isTrue = condition === true;
    if (this.#isDuration && this.#wasTrue) this.#addTime(Math.max(this.#lastMs, nowMs - this.#spanMs), nowMs);
    // Nobody saw the first one become true.
    if (!this.#isDuration && isTrue && this.#wasTrue === false) this.#add(this.#stretchOf(nowMs), 1);
    this.#wasTrue = isTrue;
    this.#lastMs = nowMs;
    this.#forget(nowMs - this.#spanMs);
  }

  /** Times, or seconds. */
  get amount(): number {
    return this.#isDuration ? Math.min(this.#total, Math.round(this.#spanMs * 1_000)) / 1_000_000 : this.#total;
  }

  /** Until when, exclusively, the amount stays as it is while the condition does. */
  quietUntil(): number {
    if (this.#isDuration && this.#wasTrue) return Number.NEGATIVE_INFINITY;
    const first = this.#segments[this.#first];
    if (first === undefined) return Number.POSITIVE_INFINITY;
    return Math.floor((first.stretch + 1) * this.#stretchMs + this.#spanMs) - 1;
  }

  /** How long it may go without being told of a condition that stays as it is: what is added reaches back so far. */
  get apartMs(): number {
    return this.#isDuration && this.#wasTrue ? this.#spanMs - APART_MS : Number.POSITIVE_INFINITY;
  }

  #addTime(fromMs: number, toMs: number): void {
    for (let startMs = fromMs; startMs < toMs; ) {
      const stretch = this.#stretchOf(startMs);
      const endMs = Math.min(toMs, Math.max((stretch + 1) * this.#stretchMs, startMs + 0.001));
      this.#add(stretch, Math.round(endMs * 1_000) - Math.round(startMs * 1_000));
      startMs = endMs;
    }
  }

  #add(stretch: number, amount: number): void {
    const last = this.#segments.at(-1);
    if (last?.stretch === stretch) last.amount += amount;
    else this.#segments.push({ stretch, amount });
    this.#total += amount;
  }

  #stretchOf(timeMs: number): number {
    return Math.floor(timeMs / this.#stretchMs);
  }

  /** Takes away what lies wholly before the stretch that is answered. */
  #forget(beforeMs: number): void {
    for (;;) {
      const segment = this.#segments[this.#first];
      if (segment === undefined || (segment.stretch + 1) * this.#stretchMs > beforeMs) break;
      this.#total -= segment.amount;
      this.#first++;
    }
    // Seldom and many at once: removing from the front of an array costs as much as the array is long.
    if (this.#first > SEGMENTS || this.#first === this.#segments.length) {
      this.#segments.splice(0, this.#first);
      this.#first = 0;
    }
  }
}
