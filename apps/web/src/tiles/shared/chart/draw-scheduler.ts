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

  /** Draws after a while at the latest; asking again meanwhile doesn't put it off. */
  requestWithin(delayMs: number): void {
    if (this.#isDue || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.request(), delayMs);
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
      this.#draw();
    });
  }
}
