import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Live } from '#live/portal-live.ts';
import type { ReadingSource } from '#readings/readings.ts';
import type { SeriesSource } from '#readings/series.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import type { AssetMomentSource } from '#tile-kit/records/asset-moments.ts';
import type { PlaybackCalls } from './past/past-reader.ts';
import { PastStore } from './past/past-store.ts';
import { PlaybackSeries } from './past/playback-series.ts';
import { Player, type PlayerState } from './player.ts';

/** One dashboard's place in time, and the sources that answer for it: of now, or of the past moment that it shows. */
export interface Playback {
  readonly time: DashboardTime;
  readonly player: Player;
  readonly readings: ReadingSource;
  readonly moments: AssetMomentSource;
  readonly series: SeriesSource;
  /** The assets that tiles read from now. */
  assetIds(): number[];
  /** Asks again for everything that the charts show. */
  reloadSeries(): void;
}

/** Puts the past beside what is live. */
export function createPlayback(
  live: Pick<Live, 'store' | 'series' | 'clock' | 'portal'>,
  calls: PlaybackCalls,
): Playback {
  const time = new DashboardTime();
  const store: PastStore = new PastStore(live.store, (assetId) => player.need(assetId));
  const now = () => live.clock.now();
  const player: Player = new Player({ time, store, calls, now });
  const series = new PlaybackSeries(live.series, { time, portal: live.portal, pace: () => player.pace, now });
  return {
    time,
    player,
    readings: store,
    moments: store.moments,
    series,
    assetIds: () => store.assetIds,
    reloadSeries: () => series.reload(),
  };
}

export const PlaybackContext = createContext<Playback | undefined>(undefined);

/** The playback of the dashboard around a component. */
export function usePlayback(): Playback {
  const playback = useContext(PlaybackContext);
  if (playback === undefined) throw new Error('There is no dashboard around this component.');
  return playback;
}

/** What the playback does, kept up to date; renders the caller at every step. */
export function usePlayerState(): PlayerState {
  const { player } = usePlayback();
  return useSyncExternalStore(player.subscribe, player.read);
}
