/** Tells work on another thread to stop: one shared integer that is polled between chunks. */
export type StopFlag = Int32Array<SharedArrayBuffer>;

export function newStopFlag(): StopFlag {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Throws an AbortError when the flag was set. */
export function throwIfStopped(flag: StopFlag | null): void {
  if (flag !== null && Atomics.load(flag, 0) !== 0) throw new DOMException('the query was cancelled', 'AbortError');
}
