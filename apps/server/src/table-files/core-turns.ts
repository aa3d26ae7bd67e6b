/** Gives back a turn; a second time does nothing. */
export type GiveBack = () => void;

interface Waiter {
  resolve: (giveBack: GiveBack) => void;
}

/** Turns on the processor for the threads of exports: so many work at a time, and who asked first is next. */
export class CoreTurns {
  readonly #most: () => number;
  readonly #waiting = new Set<Waiter>();
  #taken = 0;

  /** @param most threads that may work now; asked whenever one begins or ends */
  constructor(most: () => number) {
    this.#most = most;
  }

  /**
   * Waits for a turn.
   * @throws the signal's reason once it is aborted
   */
  take(signal: AbortSignal): Promise<GiveBack> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        if (this.#waiting.delete(waiter)) reject(signal.reason);
      };
      const waiter: Waiter = {
        resolve: (giveBack) => {
          signal.removeEventListener('abort', onAbort);
          resolve(giveBack);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiter);
      this.#next();
    });
  }

  /** Whether there is one now for every thread that asks. */
  get areForAll(): boolean {
    return this.#most() === Number.POSITIVE_INFINITY;
  }

  #next(): void {
    for (const waiter of this.#waiting) {
      if (this.#taken >= this.#most()) return;
      this.#waiting.delete(waiter);
      this.#taken++;
      waiter.resolve(this.#giveBack());
    }
  }

  #giveBack(): GiveBack {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#taken--;
      this.#next();
    };
  }
}

/** What has been taken in since the start, and how many cores there are. */
export interface Busyness {
  pointsStored: () => number;
  cores: number;
  nowMs: () => number;
}

/** Devices that were silent for so long do not send. */
const SILENT_MS = 5_000;

/**
 * How many threads of exports may work at a time: while devices send one core is theirs, else all that there are. A thread
 * that is woken for a device then finds a core on which nothing runs, and need not wait until one of an export has had its
 * share of it, a few milliseconds at each step of an acknowledgement.
 */
export function leaveOneCore({ pointsStored, cores, nowMs }: Busyness): () => number {
  let seen = pointsStored();
  let sentMs = Number.NEGATIVE_INFINITY;
  return () => {
    const stored = pointsStored();
    if (stored !== seen) sentMs = nowMs();
    seen = stored;
    return nowMs() - sentMs < SILENT_MS ? Math.max(1, cores - 1) : Number.POSITIVE_INFINITY;
  };
}
