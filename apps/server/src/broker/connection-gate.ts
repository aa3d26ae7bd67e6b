/** Says whether more may be read, and when it may be again. */
export interface ReadGate {
  readonly isFull: boolean;
  room(): Promise<void>;
}

/**
 * Bytes of one connection's messages that may wait for the disk. Some hundred messages: enough to fill a commit, and so
 * few that the others in it do not wait for them.
 */
const MAX_WAITING_BYTES = 128 * 1024;

/**
 * Holds up a connection by its own messages before they fill what all connections share: a device that floods is slowed
 * down by TCP, its acknowledgements come when it is stored, and the others go on (guarantee C16).
 */
export class ConnectionGate implements ReadGate {
  readonly #shared: ReadGate;
  #waitingBytes = 0;
  #waiters: (() => void)[] = [];

  constructor(shared: ReadGate) {
    this.#shared = shared;
  }

  get isFull(): boolean {
    return this.#isOwnFull || this.#shared.isFull;
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
    return this.#waitingBytes >= MAX_WAITING_BYTES;
  }
}
