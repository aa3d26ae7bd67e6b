import { DatabaseBusyError } from '../database-conflicts.ts';

const WAIT_TIMEOUT_MS = 30_000;

/** A lock whose waiters are served in order; a wait without end becomes an error that names the likely cause. */
export class AsyncLock {
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;

  /** Resolves with the function that gives the lock back. */
  async acquire(): Promise<() => void> {
    if (this.#isHeld) await this.#turn();
    this.#isHeld = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isHeld = false;
    };
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = () => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(
          new DatabaseBusyError(
            'The database was not free for 30 seconds: another transaction is still open, or a write inside a transaction does not use that transaction.',
          ),
        );
      }, WAIT_TIMEOUT_MS);
      timeout.unref();
      this.#waiting.push(waiter);
    });
  }
}
