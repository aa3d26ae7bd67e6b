import type { DataItemSelection, EpochSeconds } from '@telltale/contract';
import type { AssetItem } from './readings.ts';

/** Which part of the history a chart shows: the last hours up to now, or between two moments. */
export type SeriesTimeWindow = { kind: 'live'; hours: number } | { kind: 'fixed'; fromMs: number; toMs: number };

/** What a chart asks for. Its columns come in the order of `selections`. */
export interface SeriesFeedRequest {
  selections: DataItemSelection[];
  window: SeriesTimeWindow;
  /** At most this many min-max buckets per series; -1 is every point (spec 1 §7: 30 times decimation below 100). */
  threshold: number;
  /** How often the tail is asked again from the store, which makes late and missed points come true. */
  refreshSeconds: number;
}

/** All series over one time axis; a new object whenever anything in it changed. */
export interface SeriesFrame {
  /** Seconds since 1970 with a millisecond fraction, ascending, each once. */
  times: EpochSeconds[];
  /**
   * One column per selection, as long as `times`; null where a series has no point, and for a NaN of the history. Rows of
   * a request hold NaN where they say themselves that there is a gap.
   */
  columns: (number | null)[][];
}

export interface SeriesStatus {
  state: 'loading' | 'ready' | 'error';
  /** What went wrong, and what happens next; of series that are ready what is amiss all the same. */
  message?: string;
  /** Points that were left out to stay within bounds; charts show the number when it is not zero. */
  droppedSamples: number;
}

/**
 * A chart's connection to its data. Nothing is asked before the first `subscribe`, and everything stops with the last
 * unsubscribe. While paused new points are kept back; they come at once when it goes on.
 */
export interface SeriesFeed {
  subscribe(listener: () => void): () => void;
  frame(): SeriesFrame;
  /** Whether there is no point to show; asked at each new point, so it must cost less than a frame. */
  isEmpty(): boolean;
  status(): SeriesStatus;
  /** The time now on the portal's clock, milliseconds since 1970: the right edge of a live window. */
  nowMs(): number;
  /** Asks the whole window again. */
  refresh(): void;
  setPaused(isPaused: boolean): void;
  /**
   * How many points each series has stored between two moments; null for a selection that means nothing here. Left out
   * by sources that hold every point themselves.
   */
  countPoints?(fromMs: number, toMs: number, signal: AbortSignal): Promise<readonly (number | null)[]>;
}

/** A request whose selections are resolved; undefined: a selection that means nothing on this dashboard. */
export interface ResolvedSeriesRequest {
  items: readonly (AssetItem | undefined)[];
  window: SeriesTimeWindow;
  threshold: number;
  refreshSeconds: number;
}

/** Where series come from: history and the live stream, or a recording in tests. */
export interface SeriesSource {
  open(request: ResolvedSeriesRequest): SeriesFeed;
}

export const EMPTY_FRAME: SeriesFrame = { times: [], columns: [] };
