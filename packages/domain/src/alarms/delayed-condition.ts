export interface Delays {
  /** Milliseconds that the condition must be true before it counts. */
  readonly onDelayMs: number;
  /** Milliseconds that it must be false before it does not count any more. */
  readonly offDelayMs: number;
}

/** The condition came to count (`active`) or ceased to. */
export interface Flank {
  readonly active: boolean;
  /** When: the end of the delay, not the moment at which it was noticed. */
  readonly atMs: number;
}

const NOTHING: Flank[] = [];

/** A condition that counts only after it was true for a while, and ceases to count only after it was false for a while. */
export class DelayedCondition {
  readonly #delays: Delays;
  #active: boolean;
  /** Since when the condition is the opposite of what counts. */
  #sinceMs: number | undefined;

  constructor(delays: Delays, active = false) {
    this.#delays = delays;
    this.#active = active;
  }

  get active(): boolean {
    return this.#active;
  }

  /** A delay is running: time alone may change what counts. */
  get isPending(): boolean {
    return this.#sinceMs !== undefined;
  }

  /**
   * Takes in what the condition is from now on.
   * @param condition undefined: cannot be told, it stays as it was
   * @param nowMs not before the last one
   * @returns what changed, in order: what was pending may have come true in between
   */
  update(condition: boolean | undefined, nowMs: number): Flank[] {
    // Nearly always.
    if (this.#sinceMs === undefined && (condition === undefined || condition === this.#active)) return NOTHING;
    const matured = this.#mature(nowMs);
    if (condition === undefined) return matured;
    if (condition === this.#active) this.#sinceMs = undefined;
    else this.#sinceMs ??= nowMs;
    return [...matured, ...this.#mature(nowMs)];
  }

  #mature(nowMs: number): Flank[] {
    if (this.#sinceMs === undefined) return NOTHING;
    const atMs = this.#sinceMs + (this.#active ? this.#delays.offDelayMs : this.#delays.onDelayMs);
    if (atMs > nowMs) return NOTHING;
    this.#active = !this.#active;
    this.#sinceMs = undefined;
    return [{ active: this.#active, atMs }];
  }
}
