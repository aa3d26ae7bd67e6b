/** Live points come at most this far apart while there are any to speak of (spec 1 §9: batches of 200 ms). */
const NEXT_POINTS_MS = 250;

/**
 * Calls a drawing function at most once a frame, and only while its element can be seen; what was asked for meanwhile
 * is drawn at the next sight.
 */
export class DrawScheduler {
  readonly #draw: () => void;
  readonly #observer: IntersectionObserver | undefined;
  #isSeen: boolean;
  #isDue = false;
  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #drawnMs = Number.NEGATIVE_INFINITY;

  constructor(element: Element, draw: () => void) {
    this.#draw = draw;
    const canObserve = typeof IntersectionObserver === 'function';
    this.#isSeen = !canObserve;
    if (!canObserve) return;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isSeen = entries.at(-1)?.isIntersecting ?? true;
      if (this.#isSeen && this.#isDue) this.#arm();
    });
    this.#observer.observe(element);
  }

  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Draws at the next frame. */
  request(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = true;
    if (this.#isSeen) this.#arm();
  }

  /**
   * Draws so that no two drawings are closer than this. New points of all tiles come together: who asks when the time
   * is over draws in the frame that the others change in as well, since each frame costs the whole page. The timer is
   * for the last points, which none follow.
   */
  requestWithin(delayMs: number): void {
    if (this.#isDue) return;
    const leftMs = this.#drawnMs + delayMs - performance.now();
    if (leftMs <= 0) this.request();
    else this.#timer ??= setTimeout(() => this.request(), leftMs + NEXT_POINTS_MS);
  }

  close(): void {
    this.#observer?.disconnect();
    clearTimeout(this.#timer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  #arm(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      if (!this.#isSeen) return;
      this.#isDue = false;
      this.#drawnMs = performance.now();
      this.#draw();
    });
  }
}
