// Not every browser tells when it is idle.
const hasIdle = typeof requestIdleCallback === 'function';

/** Runs once the browser has nothing else to do, at the latest after so many ms. The answer is for `forgetIdle`. */
export function whenIdle(run: () => void, latestMs = 500): number {
  return hasIdle ? requestIdleCallback(run, { timeout: latestMs }) : window.setTimeout(run);
}

export function forgetIdle(id: number): void {
  if (hasIdle) cancelIdleCallback(id);
  else window.clearTimeout(id);
}
