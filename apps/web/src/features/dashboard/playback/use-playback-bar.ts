import { permissionId } from '@telltale/contract';
import { useCallback, useEffect, useState } from 'react';
import { useMay } from '#app/session-store.ts';
import { useLive } from '#live/use-live.ts';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { toast } from '#ui/toast.ts';
import { usePlayback } from './playback.ts';
import { openingSpan, type PlaybackSpan } from './playback-span.ts';

const VIEW_HISTORY = permissionId('HistoricalDataItems', 'View');

/** The playback bar of a dashboard: whether it is there, and what stretch of the past it spans. */
export interface PlaybackBarState {
  /** Whether the user may see the past at all. */
  readonly isOffered: boolean;
  /** Undefined: closed. */
  readonly span: PlaybackSpan | undefined;
  setSpan(span: PlaybackSpan): void;
  /** Opens the bar, or closes it, which leads back to the present. */
  toggle(): void;
}

export function usePlaybackBar(): PlaybackBarState {
  const { player, reloadSeries } = usePlayback();
  const { clock } = useLive();
  const isOffered = useMay(VIEW_HISTORY);
  const [span, set] = useState<PlaybackSpan>();
  const isPast = useIsPast();

  // The address led here.
  useEffect(() => {
    if (isPast) set((last) => last ?? openingSpan(clock.now(), player.read().atMs));
  }, [isPast, clock, player]);

  const setSpan = useCallback(
    (next: PlaybackSpan) => {
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
