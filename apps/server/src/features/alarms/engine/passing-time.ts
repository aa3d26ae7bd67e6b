import type { EpochMs } from '@telltale/contract';
import { MAX_PASSED_MS } from '../taking-up.ts';
import type { AlarmEngineOptions } from './alarm-engine-options.ts';

/**
 * Until when time has passed for conditions. While values wait for the history it stands at the oldest of them; once they
 * are told, minutes may go by between two looks, and every second of them counts.
 */
export class PassingTime {
  readonly #options: Pick<AlarmEngineOptions, 'clock' | 'waitingSinceMs'>;
  #passedMs: EpochMs;
  #waited = false;

  constructor(options: Pick<AlarmEngineOptions, 'clock' | 'waitingSinceMs'>) {
    this.#options = options;
    this.#passedMs = options.clock.now();
  }

  get passedMs(): EpochMs {
    return this.#passedMs;
  }

  nowMs(): EpochMs {
    return this.#now().nowMs;
  }

  /** From when on the seconds before a moment are looked at: not all of those in which the machine slept. */
  leftOutUntilMs(timeMs: EpochMs): EpochMs {
    return this.#waited ? Number.NEGATIVE_INFINITY : timeMs - MAX_PASSED_MS;
  }

  /** Passes until now for what `each` looks at. */
  async pass(each: (nowMs: EpochMs) => Promise<void>): Promise<void> {
    const { nowMs, waits } = this.#now();
    this.#waited ||= waits;
    await each(nowMs);
    this.#passedMs = nowMs;
    this.#waited = waits;
  }

  /** What waits to be told has its own time, which is not over yet. */
  #now() {
    const clockMs = this.#options.clock.now();
    const sinceMs = this.#options.waitingSinceMs?.() ?? clockMs;
    return { nowMs: Math.min(clockMs, sinceMs), waits: sinceMs < clockMs };
  }
}
