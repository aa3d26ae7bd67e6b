import type { Log } from '#config/log.ts';

const WRITE_EVERY_MS = 1_000;
/** When everything comes at once, it is written in portions, and whoever reported it does not wait. */
const AT_ONCE = 500;
const MAX_WAITING = 100_000;

/**
 * Writes what is noted a moment later and in portions. For what may get lost when the portal is killed: a portion that
 * cannot be written is told to the log and dropped, and so is what comes while 100,000 wait.
 */
export class WriteBehind<T> {
  readonly #write: (portion: T[]) => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  #waiting: T[] = [];
  /** The portion on its way. */
  #written: T[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param failure what the log says of a portion that could not be written */
  constructor(write: (portion: T[]) => Promise<unknown>, log: Log, failure: string) {
    this.#write = write;
    this.#onFailure = (error) => log.warn({ err: error }, failure);
  }

  note(one: T): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(one);
    this.#timer ??= this.#later();
  }

  /**
   * What was noted and is not written yet, in order. Who reads it back at once takes this first, and what is written
   * afterwards: then nothing is missed in between, and no reader waits for a writer.
   */
  pending(): readonly T[] {
    return [...this.#written, ...this.#waiting];
  }

  /** Writes what still waits. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    while (this.#waiting.length > 0) await this.#writeSome();
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#writing = this.#writeSome().finally(() => {
        this.#timer = this.#waiting.length > 0 ? this.#later() : undefined;
      });
    }, WRITE_EVERY_MS).unref();
  }

  async #writeSome(): Promise<void> {
    this.#written = this.#waiting.splice(0, AT_ONCE);
    try {
      await this.#write(this.#written);
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#written = [];
    }
  }
}
