import { useMemo, useSyncExternalStore } from 'react';
import type { SeriesFeed } from '#readings/series.ts';

/** What the shell around a chart must know of its feed. */
export interface FeedState {
  state: 'loading' | 'ready' | 'error';
  message: string;
  droppedSamples: number;
  isEmpty: boolean;
}

/** Watches a feed's state without rendering at each new point: only a change of these fields counts. */
export function useFeedState(feed: SeriesFeed): FeedState {
  const watch = useMemo(() => new FeedWatch(feed), [feed]);
  return useSyncExternalStore(watch.subscribe, watch.read);
}

class FeedWatch {
  readonly #feed: SeriesFeed;
  #last: FeedState | undefined;

  constructor(feed: SeriesFeed) {
    this.#feed = feed;
  }

  subscribe = (listener: () => void): (() => void) => this.#feed.subscribe(listener);

  /** The same object as long as nothing in it has changed. */
  read = (): FeedState => {
    const { state, message = '', droppedSamples } = this.#feed.status();
    const isEmpty = this.#feed.isEmpty();
    const last = this.#last;
    if (last !== undefined && last.state === state && last.message === message) {
      if (last.droppedSamples === droppedSamples && last.isEmpty === isEmpty) return last;
    }
    this.#last = { state, message, droppedSamples, isEmpty };
    return this.#last;
  };
}
