import { parseTime, resolveTime } from '@telltale/domain/time/time-expression.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { useLive } from '#live/use-live.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { usePlayback } from './playback.ts';

/** The past moment shown, in the address: `?t=2026-11-20T14:03:09Z`. */
const KEY = 't';
/** While playing the address follows in steps: browsers slow down pages that write it often. */
const WRITE_EVERY_MS = 2_000;

/** Opens the dashboard at the moment of the address, and keeps the address at the moment shown. */
export function usePastAddress(): void {
  const { player, time } = usePlayback();
  const { clock } = useLive();
  const zone = useZone();
  const [search, setSearch] = useSearchParams();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address leads only when the dashboard is opened
  useEffect(() => {
    const wanted = search.get(KEY);
    const expression = wanted === null ? undefined : parseTime(wanted);
    if (expression === undefined || time.pastMs !== undefined) return;
    const atMs = momentOrNothing(() => resolveTime(expression, clock.now(), zone));
    if (atMs !== undefined && atMs > 0) player.goTo(atMs);
  }, [player]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let written = time.pastMs;
    const write = () => {
      timer = undefined;
      const { pastMs } = time;
      if (pastMs === written) return;
      written = pastMs;
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (pastMs === undefined) next.delete(KEY);
          else next.set(KEY, momentText(pastMs));
          return next;
        },
        { replace: true },
      );
    };
    const end = time.subscribe(() => {
      timer ??= setTimeout(write, player.read().isPlaying ? WRITE_EVERY_MS : 0);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [player, time, setSearch]);
}

/** `2026-11-20T14:03:09Z`, with milliseconds where there are any. */
export function momentText(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}

function momentOrNothing(resolve: () => number): number | undefined {
  try {
    return resolve();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
