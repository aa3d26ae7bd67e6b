import { type LimitOperator, type PlainLimit, plainLimits } from '#expression/plain-limits.ts';
import type { Expression } from '#expression/syntax.ts';
import { DelayedCondition, type Delays, type Flank } from './delayed-condition.ts';

/** One comparison of a value with a limit, with what an alarm has beside it. */
export interface LimitRule extends Delays {
  readonly operator: LimitOperator;
  readonly limit: number;
  /** While it is true the value must be back by more than this. */
  readonly deadband: number;
}

/** Values of one data item in order of time; NaN stands for what is no number. */
export interface ValueColumn {
  readonly timesMs: Float64Array;
  readonly values: Float64Array;
}

/** The limit of a condition that is one comparison of one variable with a number, and nothing else. */
export function soleLimit(condition: Expression): PlainLimit | undefined {
  if (condition.kind !== 'binary' || condition.operator === 'or') return undefined;
  const limits = plainLimits(condition);
  return limits.length === 1 ? limits[0] : undefined;
}

/** How far a value is beyond the limit; below zero on the other side of it. */
export function distanceOf(operator: LimitOperator, value: number, limit: number): number {
  return operator.startsWith('>') ? value - limit : limit - value;
}

/**
 * Runs one comparison over recorded values: what `ConditionRun` and `DelayedCondition` come to, at a twentieth of the
 * cost, so that many rules can be tried on a month and one while it is dragged.
 */
export class LimitTrial {
  readonly #isAbove: boolean;
  readonly #isInclusive: boolean;
  readonly #limit: number;
  readonly #deadband: number;
  readonly #delayed: DelayedCondition;
  readonly #onFlank: (flank: Flank) => void;
  #isTrue = false;

  constructor({ operator, limit, deadband, onDelayMs, offDelayMs }: LimitRule, onFlank: (flank: Flank) => void) {
    this.#isAbove = operator.startsWith('>');
    this.#isInclusive = operator.endsWith('=');
    this.#limit = limit;
    this.#deadband = deadband;
    this.#delayed = new DelayedCondition({ onDelayMs, offDelayMs });
    this.#onFlank = onFlank;
  }

  /** Whether values between two bounds, whatever their order and times, leave everything as it is. */
  isUnmovedBy(lowest: number, highest: number): boolean {
    const { active, isPending } = this.#delayed;
    if (isPending || active !== this.#isTrue) return false;
    if (!active) return !this.#isBeyond(this.#isAbove ? highest : lowest, 0);
    return this.#isBeyond(this.#isAbove ? lowest : highest, this.#deadband);
  }

  #isBeyond(value: number, deadband: number): boolean {
    const distance = this.#isAbove ? value - this.#limit : this.#limit - value;
    return deadband > 0 ? distance >= -deadband : this.#isInclusive ? distance >= 0 : distance > 0;
  }

  /** A value, at a time not before the last one. */
  look(timeMs: number, value: number): void {
    const delayed = this.#delayed;
    if (delayed.isPending) this.#tell(delayed.update(undefined, timeMs - 1));
    if (!Number.isFinite(value)) return;
    this.#isTrue = this.#isBeyond(value, this.#isTrue || delayed.active ? this.#deadband : 0);
    if (this.#isTrue !== delayed.active || delayed.isPending) this.#tell(delayed.update(this.#isTrue, timeMs));
  }

  run({ timesMs, values }: ValueColumn): void {
    for (let i = 0; i < timesMs.length; i++) this.look(timesMs[i] as number, values[i] as number);
  }

  /** Nothing comes any more until this time. */
  finish(toMs: number): void {
    if (this.#delayed.isPending) this.#tell(this.#delayed.update(undefined, toMs));
  }

  #tell(flanks: readonly Flank[]): void {
    for (const flank of flanks) this.#onFlank(flank);
  }
}
