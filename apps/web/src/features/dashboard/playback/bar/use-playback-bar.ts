import { permissionId } from '@telltale/contract';
import { useCallback, useEffect, useState } from 'react';
import { useLive } from '#live/use-live.ts';
import { useMay } from '#session/session-store.ts';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { toast } from '#ui/feedback/toast.ts';
import { usePlayback } from '../playback.ts';
import { type BarSpan, openingSpan, spanUpTo, stepOfSpan } from './playback-span.ts';

const VIEW_HISTORY = permissionId('HistoricalDataItems', 'View');
/** While live the stretch moves along with now this often, or by a step of it where that is longer. */
const FOLLOW_MS = 30_000;

/** The playback bar of a dashboard: whether it is there, and what stretch of the past it spans. */
export interface PlaybackBarState {
  /** Whether the user may see the past at all. */
  readonly isOffered: boolean;
  /** Undefined: closed. */
  readonly span: BarSpan | undefined;
  setSpan(span: BarSpan): void;
  /** Opens the bar, or closes it, which leads back to the present. */
  toggle(): void;
}

export function usePlaybackBar(): PlaybackBarState {
  const { player, reloadSeries } = usePlayback();
  const { clock } = useLive();
  const isOffered = useMay(VIEW_HISTORY);
  const [span, set] = useState<BarSpan>();
  const isPast = useIsPast();

  // The address led here.
  useEffect(() => {
    if (isPast) set((last) => last ?? openingSpan(clock.now(), player.read().atMs));
  }, [isPast, clock, player]);

  const isFollowing = span?.isUpToNow === true && !isPast;
  const followMs = span === undefined ? FOLLOW_MS : Math.max(FOLLOW_MS, stepOfSpan(span));
  useEffect(() => {
    if (!isFollowing) return;
    const follow = () => set((last) => last && spanUpTo(clock.now(), last.endMs - last.startMs));
    const timer = setInterval(follow, followMs);
    return () => clearInterval(timer);
  }, [isFollowing, followMs, clock]);

  const setSpan = useCallback(
    (next: BarSpan) => {
      // Spec 1 §4: a change of the start date reloads the whole series.
      if (span?.startMs !== next.startMs) reloadSeries();
      set(next);
    },
    [span, reloadSeries],
  );
  const toggle = useCallback(() => {
    if (!isOffered) toast('You may not view the history, so there is nothing to play back.');
    else if (span === undefined) set(openingSpan(clock.now(), player.read().atMs));
    else {
      player.goLive();
      set(undefined);
    }
  }, [isOffered, span, clock, player]);
  return { isOffered, span, setSpan, toggle };
}
