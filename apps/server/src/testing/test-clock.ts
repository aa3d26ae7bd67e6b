import type { Clock } from '#clock.ts';

/** The system's clock, moved by what a test says. */
export class TestClock implements Clock {
  #aheadMs = 0;
  #stoppedMs: number | undefined;

  now(): number {
    return this.#stoppedMs ?? Date.now() + this.#aheadMs;
  }

  /** Whether it goes or stands. */
  advance(ms: number): void {
    if (this.#stoppedMs === undefined) this.#aheadMs += ms;
    else this.#stoppedMs += ms;
  }

  /** It stands still at this time until it is moved, or goes on. */
  stopAt(timeMs: number): void {
    this.#stoppedMs = timeMs;
  }

  /** Where a test counts on how much time passes: none does while the machine is at something else. */
  stop(): void {
    this.stopAt(this.now());
  }

  /** From where it stands. */
  goOn(): void {
    this.#aheadMs = this.now() - Date.now();
    this.#stoppedMs = undefined;
  }
}
