import { EMPTY_FRAME, type SeriesFeed, type SeriesFrame, type SeriesStatus } from '#readings/series.ts';

/** A chart's connection to rows that a request answered: they are all there, and come anew when it is asked again. */
export class RequestedFeed implements SeriesFeed {
  readonly #listeners = new Set<() => void>();
  readonly #onRefresh: () => void;
  #frame: SeriesFrame = EMPTY_FRAME;
  #status: SeriesStatus = { state: 'loading', droppedSamples: 0 };
  #held: [SeriesFrame, SeriesStatus] | undefined;
  #isPaused = false;

  constructor(onRefresh: () => void) {
    this.#onRefresh = onRefresh;
  }

  /** Takes an answer; while paused it is kept back. */
  take(frame: SeriesFrame, status: SeriesStatus): void {
    if (this.#isPaused && this.#status.state !== 'loading') {
      this.#held = [frame, status];
      return;
    }
    this.#frame = frame;
    this.#status = status;
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  frame(): SeriesFrame {
    return this.#frame;
  }

  isEmpty(): boolean {
    return this.#frame.times.length === 0;
  }

  status(): SeriesStatus {
    return this.#status;
  }

  nowMs(): number {
    return (this.#frame.times.at(-1) ?? Date.now() / 1000) * 1000;
  }

  refresh(): void {
    this.#onRefresh();
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    const held = this.#held;
    this.#held = undefined;
    if (!isPaused && held !== undefined) this.take(...held);
  }
}
