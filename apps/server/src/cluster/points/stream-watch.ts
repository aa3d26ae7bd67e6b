import type { Log } from '#config/log.ts';

export interface StreamWatchOptions {
  /** The number of the last message that stands in the stream. */
  newest: () => Promise<number>;
  /** Ends the reading. */
  end: () => void;
  everyMs: number;
  log: Log;
}

/**
 * Sees that what stands in a stream comes to whoever reads it. After servers went away and came back a client may wait for
 * what no server does any more, without an error and for good, and what is acknowledged would not be stored.
 */
export class StreamWatch {
  readonly #options: StreamWatchOptions;
  readonly #timer: NodeJS.Timeout;
  /** The last message that came, or the one before the first that is to come. */
  #read: number;
  #isTaking = false;
  /** Since the last look: it needs no question that the reading goes on. */
  #hasCome = false;
  /** Something stood in the stream at the last look that had not come, and nothing has come since. */
  #isMissing = false;
  isStill = false;

  constructor(read: number, options: StreamWatchOptions) {
    this.#read = read;
    this.#options = options;
    this.#timer = setInterval(() => void this.#look(), options.everyMs).unref();
  }

  came(sequence: number): void {
    this.#read = sequence;
    this.#hasCome = true;
    this.#isMissing = false;
    this.#isTaking = true;
  }

  /** The next one may come; until then it was the reader that others waited for. */
  taken(): void {
    this.#isTaking = false;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const goesOn = this.#hasCome || this.#isTaking;
    this.#hasCome = false;
    if (goesOn || this.isStill) return;
    const read = this.#read;
    if (this.#isMissing) {
      this.isStill = true;
      this.#options.end();
      return;
    }
    try {
      const newest = await this.#options.newest();
      if (newest > read && this.#read === read) this.#isMissing = true;
    } catch (error) {
      // Without a majority nothing comes, and nothing can be asked.
      this.#options.log.debug({ err: error }, 'what stands in a stream cannot be asked');
    }
  }
}
