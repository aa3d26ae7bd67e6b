import type { EpochMs } from '@telltale/contract';
import type { RaisedSpan } from '@telltale/domain/alarms/raised-spans.ts';

/** An alarm that somebody acted on: it was raised, and then they did something. */
export interface ActedAlarm {
  readonly raisedMs: EpochMs;
  readonly actedMs: EpochMs;
}

const NEVER: RaisedSpan = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY };

/**
 * Holds what a rule would have raised against what people acted on. An acted-on alarm is kept when the rule raises an alarm before
 * the moment at which somebody acted that is not over before the alarm was raised.
 */
export class Judge {
  /** What the rule raised. */
  alarms = 0;
  /** Acted-on alarms that would not have been there when somebody acted. */
  readonly lost = new Set<ActedAlarm>();
  readonly #acted: readonly ActedAlarm[];
  #next = 0;
  #last = NEVER;
  #isLastAnswered = false;
  #answered = 0;

  /** @param acted in order of `actedMs` */
  constructor(acted: readonly ActedAlarm[]) {
    this.#acted = acted;
  }

  /** Of what it raised, what nobody acted on. */
  get noise(): number {
    return this.alarms - this.#answered;
  }

  /** The next thing that the rule raised. */
  add(span: RaisedSpan): void {
    this.#decideBefore(span.fromMs);
    this.alarms++;
    this.#last = span;
    this.#isLastAnswered = false;
  }

  /** It raised nothing more. */
  finish(): this {
    this.#decideBefore(Number.POSITIVE_INFINITY);
    return this;
  }

  #decideBefore(timeMs: EpochMs): void {
    for (let act = this.#acted[this.#next]; act && act.actedMs < timeMs; act = this.#acted[this.#next]) {
      this.#next++;
      if (this.#last.toMs < act.raisedMs) this.lost.add(act);
      else if (!this.#isLastAnswered) {
        this.#isLastAnswered = true;
        this.#answered++;
      }
    }
  }
}
