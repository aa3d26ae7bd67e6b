import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';

/** So long others wait at most beside a chain of short steps: devices are answered on the same thread. */
const MOST_HELD_MS = 20;

/**
 * Lets others have their turn between the steps of long work whose steps never wait by themselves, as statements of
 * SQLite: awaiting one of them only goes on with the same work.
 */
export class Turns {
  readonly #now: () => number;
  #sinceMs: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#sinceMs = now();
  }

  /** Whether it is time to `give`. */
  get isDue(): boolean {
    return this.#now() - this.#sinceMs >= MOST_HELD_MS;
  }

  async give(): Promise<void> {
    await nextTurnOfTheLoop();
    this.#sinceMs = this.#now();
  }
}
