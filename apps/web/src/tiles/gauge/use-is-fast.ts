import { useState } from 'react';

/** Values that follow one another sooner than this would keep every gauge of a screen in motion all the time. */
const FAST_MS = 600;

/** Whether a reading's times follow one another so fast that its needle should jump instead of easing. */
export function useIsFast(timestampMs: number | null): boolean {
  const [times, setTimes] = useState({ last: timestampMs, before: null as number | null });
  if (times.last !== timestampMs) setTimes({ last: timestampMs, before: times.last });
  const { last, before } = times;
  return last !== null && before !== null && Math.abs(last - before) < FAST_MS;
}
