/** What all connections share. */
export interface SharedGate {
  /** True: nothing more is read from any device until `room` resolves. */
  readonly isFull: boolean;
  room(): Promise<void>;
  /** How long it lately took until messages were on disk, ms. */
  readonly commitMs: number;
}

/**
 * Bytes for each millisecond that a commit takes: some 15 messages of ten values, a quarter of a millisecond of the thread
 * that all devices share.
 */
const BYTES_PER_MS = 4 * 1024;
const LEAST_BYTES = 4 * 1024;
const MOST_BYTES = 128 * 1024;

/**
 * Gives a connection its share and no more: what may wait of its messages is worked off in less time than a commit takes,
 * so that the others find the thread free and hardly wait for what else is in their commit. A device that floods is
 * slowed down by TCP, its acknowledgements come when it is stored, and the others go on (guarantee C16).
 */
export class ConnectionGate {
  readonly #shared: SharedGate;
  #waitingBytes = 0;
  #waiters: (() => void)[] = [];

  constructor(shared: SharedGate) {
    this.#shared = shared;
  }

  get isFull(): boolean {
    return this.#isOwnFull || this.#shared.isFull;
  }

  /** Bytes that may be read at once. */
  get shareBytes(): number {
    return Math.min(MOST_BYTES, Math.max(LEAST_BYTES, Math.round(this.#shared.commitMs * BYTES_PER_MS)));
  }

  async room(): Promise<void> {
    while (this.isFull) {
      if (this.#isOwnFull) await new Promise<void>((resolve) => this.#waiters.push(resolve));
      else await this.#shared.room();
    }
  }

  /** A message waits for the disk from now on. */
  enter(bytes: number): void {
    this.#waitingBytes += bytes;
  }

  /** It is stored, or refused. */
  leave(bytes: number): void {
    this.#waitingBytes -= bytes;
    if (this.#isOwnFull) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  get #isOwnFull(): boolean {
    return this.#waitingBytes >= this.shareBytes;
  }
}
