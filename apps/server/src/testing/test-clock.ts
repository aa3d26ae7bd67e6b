import type { Clock } from '#clock.ts';

/** The system's clock, moved by what a test says. */
export class TestClock implements Clock {
  #aheadMs = 0;
  #stoppedMs: number | undefined;

  now(): number {
    return this.#stoppedMs ?? Date.now() + this.#aheadMs;
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  /** It stands still at this time until it is stopped at another. */
  stopAt(timeMs: number): void {
    this.#stoppedMs = timeMs;
  }
}
