import { useSyncExternalStore } from 'react';

/** Coarse: ages written in seconds may lag by this much. */
const TICK_MS = 5_000;

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time in milliseconds, renewed every five seconds for all readers at once: for ages, not for clocks. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    // Nobody was listening for a while: the first reader wants today's time, and the same one until the next tick.
    if (timer === undefined && Date.now() - nowMs >= TICK_MS) nowMs = Date.now();
    return nowMs;
  });
}
