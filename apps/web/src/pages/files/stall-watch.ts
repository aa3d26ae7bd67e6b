/** Nothing has moved for so long: it is said. A network that is gone without a word does not break the connection. */
const QUIET_MS = 4_000;
/** For so long: the connection is taken for lost, and another one is made. */
const LOST_MS = 15_000;

/** Tells of a request on whose connection nothing moves. */
export class StallWatch {
  readonly #onQuiet: () => void;
  readonly #onLost: () => void;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(onQuiet: () => void, onLost: () => void) {
    this.#onQuiet = onQuiet;
    this.#onLost = onLost;
  }

  /** A request goes out, or something of it went. */
  moved(): void {
    this.end();
    this.#timers = [setTimeout(this.#onQuiet, QUIET_MS), setTimeout(this.#onLost, LOST_MS)];
  }

  /** Nothing is under way. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
