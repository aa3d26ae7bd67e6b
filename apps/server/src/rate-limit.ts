import type { Clock } from '#clock.ts';

const MAX_KEPT = 20_000;

/** Lets each key through at most `most` times in any `windowMs`. */
export class RateLimit {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #times = new Map<string, number[]>();

  constructor(clock: Clock, most: number, windowMs: number) {
    this.#clock = clock;
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Counts one and answers 0, or counts nothing and answers the seconds to wait. */
  take(key: string): number {
    const now = this.#clock.now();
    // A clock that was set back must not hold anybody up for longer than the window.
    const recent = (this.#times.get(key) ?? []).filter((time) => Math.abs(now - time) < this.#windowMs);
    this.#times.delete(key);
    const isOver = recent.length >= this.#most;
    this.#times.set(key, isOver ? recent : [...recent, now]);
    if (this.#times.size > MAX_KEPT) this.#times.delete(this.#times.keys().next().value ?? '');
    return isOver ? Math.max(1, Math.ceil(((recent[0] ?? now) + this.#windowMs - now) / 1000)) : 0;
  }

  /** Takes the latest count of a key back: it was none of those that are limited. */
  giveBack(key: string): void {
    this.#times.get(key)?.pop();
  }
}
