import type { EpochMs, history } from '@telltale/contract';
import { ApiError, messageOf } from '#api/api-error.ts';
import type { PortalAnswers } from '#live/portal-answers.ts';
import type { AssetItem } from '#readings/readings.ts';
import {
  EMPTY_FRAME,
  type ResolvedSeriesRequest,
  type SeriesFeed,
  type SeriesFrame,
  type SeriesStatus,
} from '#readings/series.ts';
import type { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { type LoadedSeries, loadedSeries, rowsUpTo } from './loaded-series.ts';
import { SETTLED_MS } from './past-reader.ts';

export interface PastSeriesOptions {
  time: DashboardTime;
  portal: Pick<PortalAnswers, 'loadHistory'>;
  /** Seconds of the past per second; 0 while it stands. */
  pace: () => number;
  now: () => EpochMs;
}

const HOUR_MS = 3_600_000;
/** While playing a chart reads ahead what will pass in this many seconds, but never less than a part of its window. */
const AHEAD_S = 20;
const LEAST_AHEAD = 0.25;
/** After a failure the next attempt comes after five of the shortest refresh intervals (spec 1 §5, §8). */
const RETRY_MS = 25_000;

/**
 * One chart's series in the past: the window ends at the dashboard's cursor, and nothing after it is shown. While the
 * dashboard is played back the history that comes next is read ahead.
 */
export class PastSeriesFeed implements SeriesFeed {
  readonly #request: ResolvedSeriesRequest;
  readonly #options: PastSeriesOptions;
  readonly #items: { column: number; item: AssetItem }[];
  readonly #listeners = new Set<() => void>();
  #loaded: LoadedSeries | undefined;
  #frame: SeriesFrame = EMPTY_FRAME;
  #frameAtMs: EpochMs | undefined;
  #status: SeriesStatus = { state: 'loading', droppedSamples: 0 };
  #abort: AbortController | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #endTime: (() => void) | undefined;

  constructor(request: ResolvedSeriesRequest, options: PastSeriesOptions) {
    this.#request = request;
    this.#options = options;
    this.#items = request.items.flatMap((item, column) => (item === undefined ? [] : [{ column, item }]));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.#endTime = this.#options.time.subscribe(() => this.#moved());
      this.#moved();
    }
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  frame(): SeriesFrame {
    const atMs = this.nowMs();
    if (this.#frameAtMs !== atMs) {
      const { fromMs, toMs } = this.#window(atMs);
      this.#frame = this.#loaded === undefined ? EMPTY_FRAME : rowsUpTo(this.#loaded, fromMs, toMs);
      this.#frameAtMs = atMs;
    }
    return this.#frame;
  }

  isEmpty(): boolean {
    return this.frame().times.length === 0;
  }

  status(): SeriesStatus {
    return this.#status;
  }

  nowMs(): EpochMs {
    return this.#options.time.pastMs ?? this.#frameAtMs ?? 0;
  }

  refresh(): void {
    this.#loaded = undefined;
    this.#frameAtMs = undefined;
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.#listeners.size > 0) this.#moved();
  }

  setPaused(_isPaused: boolean): void {
    // Pausing keeps back what arrives. Nothing arrives in the past, and the axis of a paused chart stands still by itself.
  }

  #stop(): void {
    this.#endTime?.();
    this.#abort?.abort();
    this.#abort = undefined;
    clearTimeout(this.#retry);
  }

  /** The window as far as the cursor lets it be seen; milliseconds. */
  #window(atMs: EpochMs): { fromMs: EpochMs; toMs: EpochMs } {
    const { window } = this.#request;
    if (window.kind === 'live') return { fromMs: atMs - window.hours * HOUR_MS, toMs: atMs };
    return { fromMs: window.fromMs, toMs: Math.min(window.toMs, atMs) };
  }

  #moved(): void {
    if (this.#options.time.pastMs === undefined) return;
    const atMs = this.nowMs();
    const { fromMs, toMs } = this.#window(atMs);
    const isEmpty = this.#items.length === 0 || toMs < fromMs;
    if (isEmpty) this.#setStatus({ state: 'ready', droppedSamples: 0 });
    else if (!this.#covers(fromMs, toMs) || this.#isRunningOut(toMs)) this.#load(atMs);
    this.#changed();
  }

  #covers(fromMs: EpochMs, toMs: EpochMs): boolean {
    return this.#loaded !== undefined && this.#loaded.fromMs <= fromMs && this.#loaded.toMs >= toMs;
  }

  /** While playing, the next stretch is asked for before this one ends. */
  #isRunningOut(toMs: EpochMs): boolean {
    const { window } = this.#request;
    if (window.kind === 'fixed' || this.#options.pace() === 0 || this.#loaded === undefined) return false;
    const leftMs = this.#loaded.toMs - toMs;
    // Near the present little more can be had: each answer at least doubles what is left.
    return leftMs < this.#aheadMs() / 3 && this.#knowable(toMs + this.#aheadMs(), toMs) - this.#loaded.toMs > leftMs;
  }

  /** How far a stretch can be known: what is measured later than that may not be stored yet. */
  #knowable(toMs: EpochMs, atMs: EpochMs): EpochMs {
    return Math.max(atMs, Math.min(toMs, this.#options.now() - SETTLED_MS));
  }

  #aheadMs(): number {
    const { window } = this.#request;
    const spanMs = window.kind === 'live' ? window.hours * HOUR_MS : 0;
    return Math.max(spanMs * LEAST_AHEAD, this.#options.pace() * AHEAD_S * 1000);
  }

  #load(atMs: EpochMs): void {
    if (this.#abort !== undefined) return;
    clearTimeout(this.#retry);
    const { window, threshold } = this.#request;
    const shown = this.#window(atMs);
    const wholeMs = window.kind === 'live' ? atMs + this.#aheadMs() : window.toMs;
    const fromMs = Math.floor(shown.fromMs);
    const toMs = Math.ceil(this.#knowable(wholeMs, shown.toMs));
    const spanMs = window.kind === 'live' ? window.hours * HOUR_MS : toMs - fromMs;
    const abort = new AbortController();
    this.#abort = abort;
    const question = {
      items: this.#items.map(({ item }) => item),
      fromMs,
      toMs,
      // As dense as the window alone would be.
      threshold: threshold === -1 ? -1 : Math.ceil((threshold * (toMs - fromMs)) / spanMs),
      signal: abort.signal,
    };
    void this.#ask(question, abort);
  }

  async #ask(question: Parameters<PortalAnswers['loadHistory']>[0], abort: AbortController): Promise<void> {
    const { fromMs, toMs } = question;
    try {
      const reply = await this.#options.portal.loadHistory(question);
      if (abort.signal.aborted) return;
      this.#abort = undefined;
      this.#loaded = this.#seriesOf(reply, fromMs, toMs);
      this.#frameAtMs = undefined;
      this.#setStatus({ state: 'ready', droppedSamples: 0 });
      // The cursor may have gone elsewhere meanwhile.
      this.#moved();
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    const next = isRefused ? '' : ` Trying again in ${RETRY_MS / 1000} s.`;
    this.#setStatus({ state: 'error', message: `${messageOf(error)}${next}`, droppedSamples: 0 });
    this.#changed();
    // Until then nothing is asked, `#abort` stands for the wait, too; what was refused only when the user asks again.
    if (isRefused) return;
    this.#retry = setTimeout(() => {
      this.#abort = undefined;
      this.#moved();
    }, RETRY_MS);
  }

  #seriesOf(reply: history.ColumnarHistory, fromMs: EpochMs, toMs: EpochMs): LoadedSeries {
    const columns = this.#items.map(({ column }) => column);
    return loadedSeries(reply, columns, this.#request.items.length, fromMs, toMs);
  }

  #setStatus(status: SeriesStatus): void {
    const last = this.#status;
    if (last.state !== status.state || last.message !== status.message) this.#status = status;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
