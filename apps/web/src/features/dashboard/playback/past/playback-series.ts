import type { ResolvedSeriesRequest, SeriesFeed, SeriesFrame, SeriesSource, SeriesStatus } from '#readings/series.ts';
import { PastSeriesFeed, type PastSeriesOptions } from './past-series.ts';

/** Series of now or of the past: charts open a feed once and are moved with the dashboard. */
export class PlaybackSeries implements SeriesSource {
  readonly #live: SeriesSource;
  readonly #options: PastSeriesOptions;
  readonly #feeds = new Set<PlaybackFeed>();

  constructor(live: SeriesSource, options: PastSeriesOptions) {
    this.#live = live;
    this.#options = options;
  }

  open(request: ResolvedSeriesRequest): SeriesFeed {
    return new PlaybackFeed(
      this.#live.open(request),
      new PastSeriesFeed(request, this.#options),
      this.#options,
      this.#feeds,
    );
  }

  /** Asks again for everything that is shown (spec 1 §4: when the start of the playback changes). */
  reload(): void {
    for (const feed of this.#feeds) feed.refresh();
  }
}

/** The live feed, or the one of the past while the dashboard is there. */
class PlaybackFeed implements SeriesFeed {
  readonly #live: SeriesFeed;
  readonly #past: PastSeriesFeed;
  readonly #time: PastSeriesOptions['time'];
  readonly #open: Set<PlaybackFeed>;
  readonly #listeners = new Set<() => void>();
  #isPast: boolean;
  #endFeed: (() => void) | undefined;
  #endTime: (() => void) | undefined;

  constructor(live: SeriesFeed, past: PastSeriesFeed, { time }: PastSeriesOptions, open: Set<PlaybackFeed>) {
    this.#live = live;
    this.#past = past;
    this.#time = time;
    this.#open = open;
    this.#isPast = time.pastMs !== undefined;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  frame(): SeriesFrame {
    return this.#feed.frame();
  }

  isEmpty(): boolean {
    return this.#feed.isEmpty();
  }

  status(): SeriesStatus {
    return this.#feed.status();
  }

  nowMs(): number {
    return this.#feed.nowMs();
  }

  refresh(): void {
    this.#feed.refresh();
  }

  setPaused(isPaused: boolean): void {
    this.#live.setPaused(isPaused);
    this.#past.setPaused(isPaused);
  }

  /** The store is the same in the past; only what the cursor has not reached is not counted. */
  async countPoints(fromMs: number, toMs: number, signal: AbortSignal): Promise<readonly (number | null)[]> {
    const endMs = Math.min(toMs, this.#time.pastMs ?? toMs);
    return endMs <= fromMs ? [] : ((await this.#live.countPoints?.(fromMs, endMs, signal)) ?? []);
  }

  get #feed(): SeriesFeed {
    return this.#isPast ? this.#past : this.#live;
  }

  #start(): void {
    this.#open.add(this);
    this.#isPast = this.#time.pastMs !== undefined;
    // Before the feed's own: it must already be the right one when the feed hears of a move.
    this.#endTime = this.#time.subscribe(() => this.#turn());
    this.#endFeed = this.#feed.subscribe(() => this.#changed());
  }

  #stop(): void {
    this.#open.delete(this);
    this.#endTime?.();
    this.#endFeed?.();
  }

  #turn(): void {
    const isPast = this.#time.pastMs !== undefined;
    if (isPast === this.#isPast) return;
    this.#endFeed?.();
    this.#isPast = isPast;
    this.#endFeed = this.#feed.subscribe(() => this.#changed());
    this.#changed();
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
