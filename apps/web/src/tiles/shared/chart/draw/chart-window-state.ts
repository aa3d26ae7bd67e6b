import type { HistoryChartEvents } from '../model/history-chart.ts';
import type { TimeRange } from '../model/time-range.ts';

/** A live window moves on by itself at least this often, so that silence is seen as an empty right edge. */
const SCROLL_MS = 1000;
/** Gestures come many a second: the dashboard hears of where they end. */
const SETTLE_MS = 150;
/** A new value may wait this long to be drawn where it moves the picture by less than a pixel. */
const LONGEST_PATIENCE_MS = 1000;

/** Which part of time a chart draws: what it follows, or for the time of a gesture what the hand holds. */
export class ChartWindow {
  readonly #events: Pick<HistoryChartEvents, 'onZoom'>;
  readonly #onChange: () => void;
  readonly #onPassing: () => void;
  #followed: () => TimeRange = () => ({ from: 0, to: 1 });
  #held: TimeRange | undefined;
  #isLive = false;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #scrollTimer: ReturnType<typeof setInterval> | undefined;

  /** @param onPassing hears that time has moved on, which can wait for points that come anyway */
  constructor(events: Pick<HistoryChartEvents, 'onZoom'>, onChange: () => void, onPassing: () => void = onChange) {
    this.#events = events;
    this.#onChange = onChange;
    this.#onPassing = onPassing;
  }

  range(): TimeRange {
    return this.#held ?? this.#followed();
  }

  /** Whether what is followed moves on with time. */
  get isLive(): boolean {
    return this.#isLive && this.#held === undefined;
  }

  /** Whether a gesture is under way: each of its steps must be drawn within a frame. */
  get isHeld(): boolean {
    return this.#settleTimer !== undefined;
  }

  /** Follows a window; a live one moves on by itself. What a hand still holds stays. */
  follow(window: () => TimeRange, isLive: boolean): void {
    this.#followed = window;
    this.#isLive = isLive;
    if (this.#settleTimer === undefined) this.#held = undefined;
    clearInterval(this.#scrollTimer);
    if (isLive) this.#scrollTimer = setInterval(this.#onPassing, SCROLL_MS);
  }

  /** Goes to a part of time, or (undefined) back to all of it. Parts of a gesture are drawn at once, and told at its end. */
  zoomTo(range: TimeRange | undefined, isGesture: boolean): void {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = undefined;
    if (!isGesture) {
      this.#held = undefined;
      this.#events.onZoom(range);
      this.#onChange();
      return;
    }
    this.#held = range;
    this.#settleTimer = setTimeout(() => {
      this.#settleTimer = undefined;
      // Held on to until the dashboard has made it the window that is followed.
      this.#events.onZoom(range);
      this.#onChange();
    }, SETTLE_MS);
    this.#onChange();
  }

  /** How long it takes a live window to move by half a pixel. */
  halfPixelMs(widthPx: number): number {
    const { from, to } = this.range();
    return Math.min(LONGEST_PATIENCE_MS, ((to - from) * 500) / Math.max(1, widthPx));
  }

  close(): void {
    clearTimeout(this.#settleTimer);
    clearInterval(this.#scrollTimer);
  }
}
