import { faultOfRange, isCalendarRange, type RangeText, resolveRange } from '@telltale/domain/time/range-expression.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { toast } from '#ui/feedback/toast.ts';

const FROM = 'from';
const TO = 'to';
/** A range that means another stretch as time goes by (`now/d`) is looked at again this often. */
const AGAIN_EVERY_MS = 5 * 60_000;

/** The time range of the dashboard's charts as the address says it; undefined: each chart has its own. */
export function useRangeAddress() {
  const [search, setSearch] = useSearchParams();
  const from = search.get(FROM);
  const to = search.get(TO) ?? 'now';
  const range = useMemo((): RangeText | undefined => (from === null ? undefined : { from, to }), [from, to]);

  const setRange = useCallback(
    (next: RangeText | undefined) =>
      setSearch(
        (before) => {
          const params = new URLSearchParams(before);
          if (next === undefined) {
            params.delete(FROM);
            params.delete(TO);
          } else {
            params.set(FROM, next.from);
            params.set(TO, next.to);
          }
          return params;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { range, setRange };
}

/** Gives the dashboard's charts the range of the address, whatever part of the dashboard is shown. */
export function useRangeOfAddress(): void {
  const { time, zone } = useDashboardScope();
  const { clock } = useLive();
  const { range } = useRangeAddress();
  // What `now` means moves with the cursor; as seldom as it moves with the clock.
  const pastMs = usePastMs(AGAIN_EVERY_MS);

  useEffect(() => {
    const fault = range && faultOfRange(range, time.pastMs ?? clock.now(), zone);
    if (fault !== undefined) toast(`${fault} Each chart shows its own time.`, 'error');
  }, [range, time, clock, zone]);

  useEffect(() => {
    if (range === undefined) {
      time.setRange(undefined);
      return;
    }
    const resolve = () => time.setRange(resolveRange(range, pastMs ?? clock.now(), zone));
    resolve();
    if (!isCalendarRange(range)) return;
    const timer = setInterval(resolve, AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [range, pastMs, time, clock, zone]);
}
