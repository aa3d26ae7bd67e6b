import type { Clock } from '#clock.ts';

/** The system's clock, moved by what a test says. */
export class TestClock implements Clock {
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }
}
