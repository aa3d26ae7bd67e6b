import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';

/** Values (series × times) that a read may bring before it has to wait for its turn: more than any chart shows. */
const VALUES_WITHOUT_TURN = 250_000;
/** One reads while the answer of the other is written as text. */
const LARGE_READS_AT_ONCE = 2;

/**
 * Lets only so many large reads go on at a time; the others wait in the order in which they came. Together they would
 * fill the memory with what is read and not sent yet, and hold up the devices, while none of them would be done sooner
 * (guarantee R24).
 */
export class ReadTurns {
  readonly #limit: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit = LARGE_READS_AT_ONCE) {
    this.#limit = limit;
  }

  /** The turn of one read, which it has still to take, and ends when its answer is ready. */
  begin(signal: AbortSignal): ReadTurn {
    return new ReadTurn(this, signal);
  }

  /** Resolves when it is this read's turn; rejects when nobody waits for it any more. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.#limit) {
      this.#taken++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(signal.reason);
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Gives the turn to the next that waits. */
  end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken--;
  }
}

/** How far one read may go. */
export class ReadTurn implements Disposable {
  readonly #turns: ReadTurns;
  readonly #signal: AbortSignal;
  #values = 0;
  #isTaken = false;

  constructor(turns: ReadTurns, signal: AbortSignal) {
    this.#turns = turns;
    this.#signal = signal;
  }

  /** Counts values that were read; a read that turns out to be large goes on when it is its turn. */
  async read(values: number): Promise<void> {
    this.#values += values;
    if (this.#isTaken || this.#values <= VALUES_WITHOUT_TURN) return;
    await this.#turns.take(this.#signal);
    this.#isTaken = true;
  }

  /** Lets everything else that waits for the event loop have it; throws when nobody waits for this read any more. */
  async pause(): Promise<void> {
    await nextTurnOfTheLoop();
    this.#signal.throwIfAborted();
  }

  [Symbol.dispose](): void {
    if (this.#isTaken) this.#turns.end();
    this.#isTaken = false;
  }
}
