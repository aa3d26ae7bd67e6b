import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { SeriesFeed } from '#tile-kit/series.ts';

/** What the shell around a chart must know of its feed. */
export interface FeedState {
  state: 'loading' | 'ready' | 'error';
  message: string;
  droppedSamples: number;
  isEmpty: boolean;
}

/** Watches a feed's state without rendering at each new point: only a change of these fields counts. */
export function useFeedState(feed: SeriesFeed): FeedState {
  const subscribe = useCallback((listener: () => void) => feed.subscribe(listener), [feed]);
  const text = useSyncExternalStore(subscribe, () => {
    const { state, message = '', droppedSamples } = feed.status();
    const seen: FeedState = { state, message, droppedSamples, isEmpty: feed.frame().times.length === 0 };
    return JSON.stringify(seen);
  });
  return useMemo(() => JSON.parse(text) as FeedState, [text]);
}
