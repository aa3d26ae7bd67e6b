import { setImmediate as nextTurn } from 'node:timers/promises';
import { type HeldHour, pointsIn } from './held-hours.ts';

/** Points that are packed, or that charts are made of, in one turn of the event loop: some milliseconds. */
const POINTS_A_TURN = 50_000;
/** What an hour takes to be looked at, however few points it has. */
const POINTS_OF_HOUR = 50;

/** Lets others have their turn between hours. */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #points = 0;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  async after(hours: readonly HeldHour[]): Promise<void> {
    for (const hour of hours) this.#points += pointsIn(hour) + POINTS_OF_HOUR;
    if (this.#points < POINTS_A_TURN) return;
    this.#points = 0;
    await nextTurn();
    this.#signal?.throwIfAborted();
  }
}
