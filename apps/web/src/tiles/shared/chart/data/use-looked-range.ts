import type { EpochMs } from '@telltale/contract';
import { useEffect, useMemo, useState } from 'react';
import type { TimeRange } from '../model/time-range.ts';

/**
 * What the time axis of a chart spans, for what is asked for less often than it is drawn: taken when another window is
 * shown, every so often while it is on, and at another moment of the past where that is given.
 */
export function useLookedRange(range: () => TimeRange, isOn: boolean, everyMs: number, pastMs?: EpochMs): TimeRange {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setLooks((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `range` reads a clock, and these two say when it is read again
  return useMemo(() => range(), [range, looks, pastMs]);
}
