import { setImmediate as turn } from 'node:timers/promises';
import type { Log } from '#config/log.ts';
import { databaseFaultOf } from '#db/database-faults.ts';

const WRITE_EVERY_MS = 1_000;
/** When everything comes at once it is written in portions, between which other changes have their turn. */
const AT_ONCE = 500;
const MAX_WAITING = 100_000;

export interface WriteBehindOptions<T> {
  readonly write: (portion: T[]) => Promise<unknown>;
  readonly log: Log;
  /** What is written, in words: 'positions of assets'. */
  readonly what: string;
  /** More than this is dropped. */
  readonly maxWaiting?: number;
}

/**
 * Writes what is noted a moment later: whoever reported it does not wait. For what may get lost when the portal is killed. While
 * the database is away, or has no room, it is kept; a portion that is refused otherwise is told to the log and dropped, and so is
 * what comes while 100,000 wait; both are counted.
 */
export class WriteBehind<T> {
  readonly what: string;
  readonly #write: (portion: T[]) => Promise<unknown>;
  readonly #log: Log;
  readonly #maxWaiting: number;
  #waiting: T[] = [];
  /** The portion on its way. */
  #written: T[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #lost = 0;
  /** The database takes nothing at the moment. */
  #isHeld = false;
  #isClosing = false;
  /** Of those, what there was no room for since so many wait; undefined: there is room. */
  #dropped: number | undefined;

  constructor({ write, log, what, maxWaiting = MAX_WAITING }: WriteBehindOptions<T>) {
    this.what = what;
    this.#write = write;
    this.#log = log;
    this.#maxWaiting = maxWaiting;
  }

  /** How much waits, and how much was lost since the start: there was no room for it, or it could not be written. */
  stats(): { waiting: number; lost: number } {
    return { waiting: this.#written.length + this.#waiting.length, lost: this.#lost };
  }

  note(one: T): void {
    if (this.#waiting.length >= this.#maxWaiting) this.#drop();
    else this.#waiting.push(one);
    this.#timer ??= this.#later();
  }

  /**
   * What was noted and is not written yet, in order. Who reads it back at once takes this first, and what is written
   * afterwards: then nothing is missed in between, and no reader waits for a writer.
   */
  pending(): readonly T[] {
    return [...this.#written, ...this.#waiting];
  }

  /** Writes what still waits, each portion tried once. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    await this.#writing;
    while (this.#waiting.length > 0) await this.#writeSome();
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#writing = this.#writeAll().finally(() => {
        this.#timer = this.#waiting.length > 0 ? this.#later() : undefined;
      });
    }, WRITE_EVERY_MS).unref();
  }

  /** A database that does not take one portion is left alone for a second. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (!(await this.#writeSome())) return;
      await turn();
    }
    if (this.#dropped === undefined) return;
    this.#log.warn({ dropped: this.#dropped }, `${this.what} are written in time again; some were dropped`);
    this.#dropped = undefined;
  }

  #drop(): void {
    this.#lost += 1;
    if (this.#dropped === undefined) {
      const waiting = this.#waiting.length;
      this.#log.warn({ waiting }, `${this.what} come faster than they can be written; what comes now is dropped`);
    }
    this.#dropped = (this.#dropped ?? 0) + 1;
  }

  async #writeSome(): Promise<boolean> {
    this.#written = this.#waiting.splice(0, AT_ONCE);
    try {
      await this.#write(this.#written);
      if (this.#isHeld) this.#log.info(`${this.what} are written again`);
      this.#isHeld = false;
      return true;
    } catch (error) {
      if (isPassing(error) && !this.#isClosing) this.#hold(error);
      else this.#lose(error);
      return false;
    } finally {
      this.#written = [];
    }
  }

  #hold(error: unknown): void {
    this.#waiting.unshift(...this.#written);
    if (!this.#isHeld)
      this.#log.warn({ err: error, waiting: this.#waiting.length }, `${this.what} wait for the database`);
    this.#isHeld = true;
  }

  #lose(error: unknown): void {
    this.#lost += this.#written.length;
    this.#log.warn({ err: error, lost: this.#written.length }, `${this.what} could not be written`);
  }
}

function isPassing(error: unknown): boolean {
  const fault = databaseFaultOf(error);
  return fault === 'away' || fault === 'full';
}
