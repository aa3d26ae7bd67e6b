import { parseTime, resolveTime } from '@telltale/domain/time/time-expression.ts';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { useLive } from '#live/use-live.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { usePlayback } from './playback.ts';

/** The past moment shown, in the address: `?t=2026-11-20T14:03:09Z`. */
const KEY = 't';
/** While playing the address follows in steps: browsers slow down pages that write it often. */
const WRITE_EVERY_MS = 2_000;

/** Shows the moment of the address, when it is opened and when a link leads on, and keeps the address at the moment shown. */
export function usePastAddress(): void {
  const { player, time } = usePlayback();
  const { clock } = useLive();
  const zone = useZone();
  const [search, setSearch] = useSearchParams();

  const wanted = search.get(KEY);
  /** What this dashboard itself wrote last: the address then only says where it is already. */
  const written = useRef<string | null>(null);

  const write = useCallback(
    (text: string | null) => {
      written.current = text;
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (text === null) next.delete(KEY);
          else next.set(KEY, text);
          return next;
        },
        { replace: true },
      );
    },
    [setSearch],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another zone means another moment only for another address
  useEffect(() => {
    if (wanted === written.current) return;
    written.current = wanted;
    const expression = wanted === null ? undefined : parseTime(wanted);
    const atMs = expression && momentOrNothing(() => resolveTime(expression, clock.now(), zone));
    if (atMs !== undefined && atMs > 0) player.goTo(atMs);
    else player.goLive();
    if (wanted === null || player.read().atMs !== undefined) return;
    if (atMs === undefined || atMs <= 0) {
      toast(`“${wanted}” is no time to look back to: write t=now-6h or t=2026-11-20T14:00:00Z.`, 'error');
    }
    // What is no past moment now must not become one when the page is opened again.
    write(null);
  }, [wanted, player, write]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      timer = undefined;
      const { pastMs } = time;
      const text = pastMs === undefined ? null : momentText(pastMs);
      if (text !== written.current) write(text);
    };
    const end = time.subscribe(() => {
      const { isPlaying } = player.read();
      // What stands still, or is live again, is said at once.
      if (!isPlaying) {
        clearTimeout(timer);
        timer = undefined;
      }
      timer ??= setTimeout(follow, isPlaying ? WRITE_EVERY_MS : 0);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [player, time, write]);
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
