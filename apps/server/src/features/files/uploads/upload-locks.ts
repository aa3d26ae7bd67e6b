import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';

interface Held {
  readonly requestRelease: RequestRelease;
  readonly released: Promise<void>;
  readonly release: () => void;
}

/**
 * One request at a time for each upload. Who comes asks who is there to end, and waits for it without turning in circles:
 * after a lost connection the client is back before the portal has noticed that it was gone.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    return {
      lock: async (signal, requestRelease) => {
        for (let held = this.#held.get(id); held; held = this.#held.get(id)) {
          await held.requestRelease();
          await held.released;
          if (signal.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
        }
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        this.#held.set(id, { requestRelease, released, release });
      },
      unlock: async () => {
        this.#held.get(id)?.release();
        this.#held.delete(id);
      },
    };
  }
}
