import type { Log } from '#config/log.ts';
import type { NodeHold } from '#db/hold/node-hold.ts';

const LOOK_MS = 10_000;
/** From here on it cannot be said any more what a node that owns something would write at which time. */
const LIMIT_MS = 60_000;

/** By how much the clock of this machine is off PostgreSQL's, which all nodes have in common. */
export class ClockWatch {
  readonly #hold: NodeHold;
  readonly #now: () => number;
  readonly #log: Log;
  #offsetMs = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(hold: NodeHold, now: () => number, log: Log) {
    this.#hold = hold;
    this.#now = now;
    this.#log = log;
  }

  /** Positive: this clock is ahead. */
  get offsetMs(): number {
    return Math.round(this.#offsetMs);
  }

  get isRightEnough(): boolean {
    return Math.abs(this.#offsetMs) <= LIMIT_MS;
  }

  /** Looks now and then; what PostgreSQL does not answer is asked again the next time. */
  async look(): Promise<void> {
    if (performance.now() - this.#lookedMs < LOOK_MS) return;
    this.#lookedMs = performance.now();
    try {
      this.#offsetMs = -(await this.#hold.clockAheadOf(this.#now));
    } catch (error) {
      this.#log.debug({ err: error }, "PostgreSQL's clock could not be asked");
    }
  }
}
