import type { history, LiveBackfill, LiveUpdate } from '@telltale/contract';
import { ApiError, messageOf } from '#api/api-error.ts';
import type { AssetItem } from '#readings/readings.ts';
import type { ResolvedSeriesRequest, SeriesFeed, SeriesFrame, SeriesStatus } from '#readings/series.ts';
import type { AssetListener } from './live-store.ts';
import type { PortalAnswers } from './portal-answers.ts';
import { type ColumnarAnswer, SeriesMerge, type SeriesPoint } from './series-merge.ts';
import type { ServerClock } from './server-clock.ts';

export interface SeriesFeedOptions {
  live: { listen(assetId: number, listener: AssetListener): () => void };
  portal: Pick<PortalAnswers, 'loadHistory' | 'countHistory' | 'isHistoryBehind'>;
  clock: Pick<ServerClock, 'now'>;
  random: () => number;
}

/** Charts refresh at most this often (spec 1 §5). */
const LEAST_REFRESH_S = 5;
/** After a failure the next attempt comes after this many intervals (spec 1 §8). */
const FAILED_INTERVALS = 5;
/** About 16 MB of numbers; what does not fit is dropped at the old end, and counted. */
const MAX_CELLS = 2_000_000;
/** The tail is short: this many buckets give nearly every point of it. */
const TAIL_BUCKETS = 500;
/** After a restart of the portal 500 browsers ask again; not all in one moment (guarantee R23). */
const RELOAD_SPREAD_MS = 2_000;
const HOUR_MS = 3_600_000;
const BEHIND = 'The history is behind. What is missing comes as soon as its server has taken it in.';

type Errand = 'load' | 'confirm';

/**
 * One chart's series: the window's history first, then live points as they come, the tail asked again every refresh,
 * everything asked again when points arrived late or the connection was lost. Runs while somebody is subscribed.
 */
export class HistorySeriesFeed implements SeriesFeed {
  readonly #request: ResolvedSeriesRequest;
  readonly #options: SeriesFeedOptions;
  readonly #items: { column: number; item: AssetItem }[];
  /** The columns of an item, by `assetId-dataItemId`: each batch holds updates of many others. */
  readonly #columnsByItem = new Map<string, number[]>();
  readonly #listeners = new Set<() => void>();
  #merge: SeriesMerge;
  #frame: SeriesFrame | undefined;
  #state: Pick<SeriesStatus, 'state' | 'message'> = { state: 'loading' };
  #status: SeriesStatus | undefined;
  #endings: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | undefined;
  #isPaused = false;
  /** Something of the window may be wrong before its tail: the next errand asks for all of it. */
  #isDirty = true;
  #startedMs = 0;
  /** The window has been answered once: what fails from now on is tried again, whatever it is (spec 1 §8). */
  #hasLoaded = false;

  constructor(request: ResolvedSeriesRequest, options: SeriesFeedOptions) {
    this.#request = request;
    this.#options = options;
    this.#items = request.items.flatMap((item, column) => (item === undefined ? [] : [{ column, item }]));
    for (const { column, item } of this.#items) {
      const key = itemKey(item);
      this.#columnsByItem.set(key, [...(this.#columnsByItem.get(key) ?? []), column]);
    }
    this.#merge = this.#newMerge();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  frame(): SeriesFrame {
    if (this.#frame === undefined) {
      const { fromMs } = this.#window();
      this.#merge.trimBefore(fromMs / 1000);
      this.#frame = this.#merge.snapshot();
    }
    return this.#frame;
  }

  isEmpty(): boolean {
    const { newest } = this.#merge;
    return newest === undefined || newest * 1000 < this.#window().fromMs;
  }

  status(): SeriesStatus {
    this.#status ??= { ...this.#state, droppedSamples: this.#merge.droppedSamples };
    return this.#status;
  }

  nowMs(): number {
    return this.#options.clock.now();
  }

  refresh(): void {
    this.#isDirty = true;
    if (this.#listeners.size > 0) this.#runIn(0);
  }

  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (!isPaused) this.refresh();
  }

  async countPoints(fromMs: number, toMs: number, signal: AbortSignal): Promise<(number | null)[]> {
    const counts = this.#request.items.map((): number | null => null);
    if (this.#items.length === 0) return counts;
    const items = this.#items.map(({ item }) => item);
    const answer = await this.#options.portal.countHistory({ items, fromMs, toMs, signal });
    for (const [index, { column }] of this.#items.entries()) counts[column] = answer[index] ?? null;
    return counts;
  }

  #start(): void {
    this.#isDirty = true;
    this.#startedMs = this.nowMs();
    if (this.#items.length === 0) {
      this.#setState({ state: 'ready' });
      return;
    }
    for (const assetId of new Set(this.#items.map(({ item }) => item.assetId))) {
      this.#endings.push(
        this.#options.live.listen(assetId, {
          updates: (updates) => this.#updates(updates),
          backfill: (backfill) => this.#backfilled(backfill),
          subscribed: () => this.#subscribed(),
        }),
      );
    }
    // In this turn, with whatever else the page asks for, but once for a chart that is drawn twice in it.
    const startedBy = this.#endings;
    queueMicrotask(() => {
      if (this.#endings === startedBy) void this.#run();
    });
  }

  #stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = undefined;
  }

  #updates(updates: readonly LiveUpdate[]): void {
    if (this.#isPaused || this.#request.window.kind === 'fixed') return;
    const points: SeriesPoint[] = [];
    for (const update of updates) {
      if (update.isString) continue;
      for (const column of this.#columnsByItem.get(itemKey(update)) ?? []) {
        points.push({ column, time: update.timestamp / 1000, value: finite(update.value) });
      }
    }
    if (points.length === 0) return;
    this.#merge.live(points);
    this.#changed();
  }

  #backfilled(backfill: LiveBackfill): void {
    const { fromMs, toMs } = this.#window();
    if (backfill.to < fromMs || backfill.from > toMs) return;
    const isOurs = this.#items.some(
      ({ item }) => item.assetId === backfill.assetId && backfill.dataItemIds.includes(item.dataItemId),
    );
    if (!isOurs) return;
    this.#isDirty = true;
    // A live window looks again at its next refresh; a fixed one has no refresh of its own.
    if (this.#request.window.kind === 'fixed' && this.#abort === undefined) this.#runIn(this.#intervalMs());
  }

  /** What was published before the subscription was made, late points included, has passed by. */
  #subscribed(): void {
    this.#isDirty = true;
    // While the page loads that was a moment ago, and the next refresh is soon enough.
    const wasAway = this.nowMs() - this.#startedMs > RELOAD_SPREAD_MS;
    if (wasAway && this.#abort === undefined) this.#runIn(this.#options.random() * RELOAD_SPREAD_MS);
  }

  #runIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  async #run(): Promise<void> {
    if (this.#isPaused && this.#state.state !== 'loading') return;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const errand: Errand = this.#isDirty || this.#merge.isCrowded ? 'load' : 'confirm';
    this.#isDirty = false;
    try {
      await this.#ask(errand, abort.signal);
      if (abort.signal.aborted) return;
      this.#abort = undefined;
      this.#hasLoaded = true;
      const isBehind = this.#options.portal.isHistoryBehind();
      this.#setState(isBehind ? { state: 'ready', message: BEHIND } : { state: 'ready' });
      if (this.#request.window.kind === 'live' || this.#isDirty) this.#runIn(this.#intervalMs());
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#abort = undefined;
      this.#failed(error, errand);
    }
  }

  async #ask(errand: Errand, signal: AbortSignal): Promise<void> {
    const { fromMs, toMs } = this.#window();
    const tailFrom = errand === 'confirm' ? this.#merge.tailFrom : undefined;
    const mark = this.#merge.mark;
    const isTail = tailFrom !== undefined && tailFrom * 1000 > fromMs;
    const reply = await this.#options.portal.loadHistory({
      items: this.#items.map(({ item }) => item),
      fromMs: isTail ? Math.round(tailFrom * 1000) : fromMs,
      toMs: Math.max(fromMs + 1, toMs),
      threshold: isTail && this.#request.threshold !== -1 ? TAIL_BUCKETS : this.#request.threshold,
      signal,
    });
    if (signal.aborted || (this.#isPaused && this.#state.state !== 'loading')) return;
    const answer = this.#columnsOf(reply);
    if (isTail) this.#merge.confirm(tailFrom, answer, mark);
    else this.#merge.load(answer, mark);
  }

  #failed(error: unknown, errand: Errand): void {
    if (errand === 'load') this.#isDirty = true;
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (isRefused && !this.#hasLoaded) {
      this.#setState({ state: 'error', message: messageOf(error) });
      return;
    }
    const delayMs = FAILED_INTERVALS * this.#intervalMs();
    const message = `${messageOf(error)} Trying again in ${Math.round(delayMs / 1000)} s.`;
    this.#setState({ state: 'error', message });
    this.#runIn(delayMs);
  }

  /** The answer's columns at the places of the request's; texts are no points of a chart, nor are rows of nothing else. */
  #columnsOf([answered = [], ...series]: history.ColumnarHistory): ColumnarAnswer {
    const rows = [...answered.keys()].filter((row) => series.some((values) => pointOf(values[row]) !== null));
    const places = new Map(this.#items.map(({ column }, index) => [column, index]));
    return {
      times: rows.map((row) => Number(answered[row])),
      columns: this.#request.items.map((_, column) => {
        const values = series[places.get(column) ?? -1];
        return rows.map((row) => pointOf(values?.[row]));
      }),
    };
  }

  #window(): { fromMs: number; toMs: number } {
    const { window } = this.#request;
    if (window.kind === 'fixed') return window;
    const nowMs = this.nowMs();
    // A device may be ahead of us; what it sent is shown.
    const newestMs = (this.#merge.newest ?? 0) * 1000;
    return { fromMs: nowMs - window.hours * HOUR_MS, toMs: Math.ceil(Math.max(nowMs, newestMs)) };
  }

  #intervalMs(): number {
    return Math.max(LEAST_REFRESH_S, this.#request.refreshSeconds) * 1000;
  }

  #newMerge(): SeriesMerge {
    return new SeriesMerge(this.#request.items.length, { threshold: this.#request.threshold, maxCells: MAX_CELLS });
  }

  #setState(state: Pick<SeriesStatus, 'state' | 'message'>): void {
    this.#state = state;
    this.#changed();
  }

  #changed(): void {
    this.#frame = undefined;
    this.#status = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function itemKey({ assetId, dataItemId }: AssetItem): string {
  return `${assetId}-${dataItemId}`;
}

function pointOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? finite(value) : null;
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
