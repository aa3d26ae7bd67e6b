import { setTimeout as wait } from 'node:timers/promises';

/** Waits so many milliseconds, or until the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * What the promise resolves with, if it does so in time; else it is waited for no longer, and whatever becomes of it is nobody's.
 * @throws what `late` makes once the time has passed
 */
export async function inTime<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([promise, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
