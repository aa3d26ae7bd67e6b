import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SeriesFeed, SeriesTimeWindow } from '#readings/series.ts';
import { useChartRange } from '#tile-kit/dashboard-time.ts';
import { useSeriesFeed } from '#tile-kit/readings/use-series-feed.ts';
import { type ChartSettings, thresholdOf } from '../model/chart-settings.ts';
import { hoursToAsk, isGrowing, liveRange, windowOf } from '../model/chart-window.ts';
import { LEAST_SPAN_S, type TimeRange } from '../model/time-range.ts';
import { type FeedState, useFeedState } from './use-feed-state.ts';

/** A chart's data and the part of it that the user looks at. */
export interface ChartFeed {
  feed: SeriesFeed;
  state: FeedState;
  /** What the time axis spans at this moment. */
  range: () => TimeRange;
  /** Whether that moves on with time. */
  isMoving: boolean;
  /** The part of time chosen; undefined: up to now. */
  zoom: TimeRange | undefined;
  setZoom: (zoom: TimeRange | undefined) => void;
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  /** Points have been drawn: they stay in sight while others are loaded. */
  hasShown: boolean;
}

/** Gestures come many a second; the history is asked for the range in which they end. */
const SETTLE_MS = 200;
const GROW_LOOK_MS = 30_000;

/**
 * The feed for what the user looks at: live, or paused, or the history of a part of time.
 * @param own stands in for the history of data items: all of it is there, and all of it is shown
 */
export function useChartFeed(stored: ChartSettings, own?: SeriesFeed): ChartFeed {
  const dashboardRange = useChartRange();
  const settings = useMemo(() => withRange(stored, dashboardRange), [stored, dashboardRange]);
  const fixed = useMemo(() => fixedRange(dashboardRange), [dashboardRange]);
  const [zoom, setZoom] = useState<TimeRange>();
  const [asked, setAsked] = useState<TimeRange>();
  const [isPaused, setPaused] = useState(false);
  const [openedMs] = useState(() => Date.now());
  const [nowMs, setNowMs] = useState(openedMs);
  const grows = isGrowing(settings);

  useEffect(() => {
    const timer = setTimeout(() => setAsked(zoom), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [zoom]);
  useEffect(() => {
    if (!grows) return;
    const timer = setInterval(() => setNowMs(Date.now()), GROW_LOOK_MS);
    return () => clearInterval(timer);
  }, [grows]);

  const history = useSeriesFeed({
    selections: own === undefined ? settings.series.map(({ slotPath, dataItem }) => ({ slotPath, dataItem })) : [],
    window: windowOf((zoom === undefined ? undefined : asked) ?? fixed, hoursToAsk(settings, openedMs, nowMs)),
    threshold: thresholdOf(settings.decimation),
    refreshSeconds: settings.refreshInterval,
  });
  const feed = own ?? history;
  const state = useFeedState(feed);
  const [hasShown, setShown] = useState(false);
  if (!state.isEmpty && !hasShown) setShown(true);
  const isHeld = isPaused || !settings.refreshData;
  useEffect(() => {
    feed.setPaused(isHeld);
  }, [feed, isHeld]);

  const goTo = useCallback((next: TimeRange | undefined) => {
    setZoom(next);
    // Back to live: at once, there is nothing to wait for.
    if (next === undefined) {
      setAsked(undefined);
      setPaused(false);
    }
  }, []);
  const range = useMemo(() => {
    const live = () =>
      feed === own ? extentOf(feed) : liveRange(settings, openedMs, feed.nowMs(), feed.frame().times.at(-1) ?? 0);
    // A paused chart stands still; one that is zoomed shows what was chosen.
    const still = zoom ?? fixed ?? (isPaused ? live() : undefined);
    return still === undefined ? live : () => still;
  }, [settings, openedMs, feed, own, zoom, fixed, isPaused]);
  const isMoving = zoom === undefined && fixed === undefined && !isPaused;
  return { feed, state, range, isMoving, zoom, setZoom: goTo, isPaused, setPaused, hasShown };
}

/** A range of the whole dashboard stands above each chart's own. */
function withRange(settings: ChartSettings, range: SeriesTimeWindow | undefined): ChartSettings {
  return range?.kind === 'live' ? { ...settings, timeType: 'fixed', fixedStart: range.hours } : settings;
}

function fixedRange(range: SeriesTimeWindow | undefined): TimeRange | undefined {
  return range?.kind === 'fixed' ? { from: range.fromMs / 1000, to: range.toMs / 1000 } : undefined;
}

function extentOf(feed: SeriesFeed): TimeRange {
  const { times } = feed.frame();
  const to = times.at(-1) ?? feed.nowMs() / 1000;
  return { from: Math.min(times[0] ?? to, to - LEAST_SPAN_S), to };
}
