import type { EpochMs } from '@telltale/contract';

const TOLERANCE_MS = 3_600_000;
const SETTLED_MS = 24 * 3_600_000;

/**
 * Tells a clock that jumped ahead from time that has passed: what is deleted by age must not be deleted because a clock
 * is wrong. After a jump the clock is believed when it has kept its new time for a day.
 */
export class ClockWatch {
  readonly #elapsedMs: () => number;
  #lastMs: EpochMs | undefined;
  #lastElapsedMs = 0;
  #jumpedAtMs: number | undefined;

  /** @param elapsedMs time since any moment, by a clock that nobody sets (`performance.now`) */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Whether this time can be believed. */
  believes(nowMs: EpochMs): boolean {
    const elapsedMs = this.#elapsedMs();
    const isAhead = this.#lastMs !== undefined && nowMs - this.#lastMs > elapsedMs - this.#lastElapsedMs + TOLERANCE_MS;
    if (!isAhead || (this.#jumpedAtMs !== undefined && elapsedMs - this.#jumpedAtMs >= SETTLED_MS)) {
      this.#lastMs = nowMs;
      this.#lastElapsedMs = elapsedMs;
      this.#jumpedAtMs = undefined;
      return true;
    }
    this.#jumpedAtMs ??= elapsedMs;
    return false;
  }
}
