import type { Sample } from './sample.ts';

export interface OutboxLimits {
  /** Nothing older than this is kept, counted back from the newest sample. */
  readonly keepMs: number;
  /** What waits longer than this is thinned to one sample per `thinToMs`, so that a day fits in memory. */
  readonly thinAfterMs: number;
  readonly thinToMs: number;
}

export const DEVICE_MEMORY: OutboxLimits = { keepMs: 24 * 3_600_000, thinAfterMs: 10 * 60_000, thinToMs: 10_000 };

/**
 * What a device has measured and the portal has not acknowledged, in order of time. The head may be on its way
 * (`take`); it leaves only when it is acknowledged (`drop`), and goes again after a lost connection (`rewind`).
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  #samples: Sample[] = [];
  #taken = 0;
  /** Everything before this index is thinned already. */
  #thinned = 0;
  #lost = 0;

  constructor(limits: OutboxLimits = DEVICE_MEMORY) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#samples.length;
  }

  /** Samples that were given up because the memory was full (not those thinned). */
  get lost(): number {
    return this.#lost;
  }

  add(sample: Sample): void {
    this.#samples.push(sample);
    // While everything is acknowledged within seconds there is nothing to tidy.
    if (this.#samples.length % 64 === 0) this.#tidy(sample.timeMs);
  }

  /** The next samples to send, at most `max`; empty when all are on their way. */
  take(max: number): readonly Sample[] {
    const batch = this.#samples.slice(this.#taken, this.#taken + max);
    this.#taken += batch.length;
    return batch;
  }

  /** The oldest `count` samples were acknowledged. */
  drop(count: number): void {
    this.#samples.splice(0, count);
    this.#taken = Math.max(0, this.#taken - count);
    this.#thinned = Math.max(0, this.#thinned - count);
  }

  /** The connection was lost: what was on its way is to be sent again. */
  rewind(): void {
    this.#taken = 0;
  }

  #tidy(nowMs: number): void {
    // What is on its way is left alone: an acknowledgement drops by count.
    if (this.#taken > 0) return;
    const { keepMs, thinAfterMs, thinToMs } = this.#limits;
    const kept: Sample[] = [];
    let thinned = 0;
    for (const [index, sample] of this.#samples.entries()) {
      if (sample.timeMs < nowMs - keepMs) {
        this.#lost += 1;
        continue;
      }
      const isOld = sample.timeMs < nowMs - thinAfterMs;
      if (isOld && index >= this.#thinned && !this.#isDue(sample, thinToMs)) continue;
      kept.push(sample);
      if (isOld) thinned += 1;
    }
    this.#samples = kept;
    this.#thinned = thinned;
  }

  /** Whether a sample is the one of its ten seconds that stays: the first one on or after the full ten seconds. */
  #isDue(sample: Sample, thinToMs: number): boolean {
    return sample.timeMs % thinToMs === 0;
  }
}
