/**
 * How far a counter moved on between two of its readings. Falling to less than half, it was reset or replaced, and what
 * it shows now was counted since. Falling by less, somebody corrected it: nothing was counted, and it goes on from there.
 */
export function counterStep(before: number, after: number): number {
  if (after >= before) return after - before;
  return isReset(before, after) ? Math.max(0, after) : 0;
}

/** Whether a counter began anew between two readings. */
export function isReset(before: number, after: number): boolean {
  return after < before / 2;
}
