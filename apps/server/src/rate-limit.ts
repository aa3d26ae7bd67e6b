import type { Clock } from '#clock.ts';

const MAX_KEPT = 20_000;

/** What was counted of one limit, as other nodes of the portal hear it. */
export interface LimitCount {
  limit: string;
  what: 'taken' | 'given back';
  key: string;
}

/** Lets each key through at most `most` times in any `windowMs`. */
export class RateLimit {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #tell: (what: LimitCount['what'], key: string) => void;
  readonly #times = new Map<string, number[]>();

  /** @param tell hears of what was counted here */
  constructor(
    clock: Clock,
    most: number,
    windowMs: number,
    tell: (what: LimitCount['what'], key: string) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#most = most;
    this.#windowMs = windowMs;
    this.#tell = tell;
  }

  /** Counts one and answers 0, or counts nothing and answers the seconds to wait. */
  take(key: string): number {
    const now = this.#clock.now();
    const recent = this.#recent(key, now);
    const isOver = recent.length >= this.#most;
    this.#keep(key, isOver ? recent : [...recent, now]);
    if (!isOver) this.#tell('taken', key);
    return isOver ? Math.max(1, Math.ceil(((recent[0] ?? now) + this.#windowMs - now) / 1000)) : 0;
  }

  /** Takes the latest count of a key back: it was none of those that are limited. */
  giveBack(key: string): void {
    this.#times.get(key)?.pop();
    this.#tell('given back', key);
  }

  /** Counts what another node has counted, as of now by the clock here. */
  follow(what: LimitCount['what'], key: string): void {
    const now = this.#clock.now();
    if (what === 'taken') this.#keep(key, [...this.#recent(key, now), now]);
    else this.#times.get(key)?.pop();
  }

  /** A clock that was set back must not hold anybody up for longer than the window. */
  #recent(key: string, now: number): number[] {
    return (this.#times.get(key) ?? []).filter((time) => Math.abs(now - time) < this.#windowMs);
  }

  #keep(key: string, times: number[]): void {
    this.#times.delete(key);
    this.#times.set(key, times);
    if (this.#times.size > MAX_KEPT) this.#times.delete(this.#times.keys().next().value ?? '');
  }
}

/** Makes the limits of a portal, which count over all its nodes. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #tell: (count: LimitCount) => void;
  readonly #byName = new Map<string, RateLimit>();

  /** @param tell hears of what was counted here, for the other nodes of the portal */
  constructor(clock: Clock, tell: (count: LimitCount) => void = () => undefined) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /**
   * Lets each key through at most `most` times in any `windowMs`.
   * @param limit its name, by which other nodes know it
   */
  of(limit: string, most: number, windowMs: number): RateLimit {
    if (this.#byName.has(limit)) throw new Error(`There are two limits named ${limit}.`);
    const made = new RateLimit(this.#clock, most, windowMs, (what, key) => this.#tell({ limit, what, key }));
    this.#byName.set(limit, made);
    return made;
  }

  /** Counts what another node has counted. */
  follow({ limit, what, key }: LimitCount): void {
    this.#byName.get(limit)?.follow(what, key);
  }
}
