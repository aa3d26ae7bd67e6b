import type { Log } from '#config/log.ts';

/** One change after another: each sees what the one before has done. */
export class InOrder {
  readonly #log: Log;
  #changing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(log: Log) {
    this.#log = log;
  }

  do(work: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(() => (this.#isClosed ? undefined : work()));
    this.#changing = done.catch(() => undefined);
    return done;
  }

  /** @param unless what is logged when it cannot be done */
  soon(unless: string, work: () => Promise<void>): void {
    void this.do(work).catch((error: unknown) => this.#log.error({ err: error }, unless));
  }

  /** Resolves when everything so far is done. */
  done(): Promise<void> {
    return this.#changing;
  }

  /** Nothing more is begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#changing;
  }
}
