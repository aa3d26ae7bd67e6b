import { type DataItemId, type EpochMs, QUALITY_BAD, QUALITY_GOOD } from '@telltale/contract';
import { ConditionRun, type Surroundings } from '@telltale/domain/alarms/condition-run.ts';
import { filledMs, rememberedMs } from '@telltale/domain/alarms/remembered.ts';
import type { Outcome } from '@telltale/domain/expression/combiners.ts';
import { unknownReason } from '@telltale/domain/expression/unknown-reason.ts';
import type { BoundExpression } from '#expressions/bound-expression.ts';

/** A data item of a definition with what it is calculated by. */
export interface Calculation extends BoundExpression {
  readonly dataItemId: DataItemId;
  readonly label: string;
}

export interface CalculatedPoint {
  readonly timeMs: EpochMs;
  readonly value: number | string;
  readonly quality: number;
}

/** The value of an input as it holds. */
export interface InputValue extends CalculatedPoint {
  readonly dataItemId: DataItemId;
}

/** Where nothing is known around an asset: no attribute, and another clock than its own cannot be asked for. */
export type CalculationSurroundings = Omit<Surroundings, 'alarm'>;

/** An expression over readings of which one may not be good: that one has no value until it is good again. */
class QualifiedRun extends ConditionRun {
  readonly unusable = new Set<number>();

  override value(place: number): number | string | undefined {
    return this.unusable.has(place) ? undefined : super.value(place);
  }
}

/** One calculated data item of one asset as it goes on in time: whenever its inputs have new values, and at no other time. */
export class CalculationRun {
  readonly calculation: Calculation;
  /** How far back its functions over time look, ms. */
  readonly fillMs: number;
  /** How long it must have been evaluated to be what it would be had it always been, ms. */
  readonly settleMs: number;
  readonly #run: QualifiedRun;
  readonly #inputs: (InputValue | undefined)[];
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(calculation: Calculation, around: CalculationSurroundings) {
    this.calculation = calculation;
    const { compiled, dataItemIds } = calculation;
    this.#run = new QualifiedRun(compiled, { ...around, alarm: () => undefined });
    this.#inputs = dataItemIds.map(() => undefined);
    this.fillMs = filledMs(compiled);
    this.settleMs = rememberedMs(compiled.expression);
  }

  /** The time of the last value; -Infinity: none was calculated yet. */
  get lastMs(): EpochMs {
    return this.#lastMs;
  }

  /** Whether it asks for the value before the current one. */
  asksPrevious(place: number): boolean {
    return this.calculation.compiled.previousOf.has(place);
  }

  /** An input has a value. */
  set(place: number, point: CalculatedPoint): void {
    const { timeMs, value, quality } = point;
    const dataItemId = this.calculation.dataItemIds[place] as DataItemId;
    this.#inputs[place] = { dataItemId, timeMs, value, quality };
    if (quality < QUALITY_GOOD) {
      this.#run.unusable.add(place);
      return;
    }
    this.#run.unusable.delete(place);
    this.#run.set(place, timeMs, value);
  }

  /**
   * The value at a moment; times that go back count as the last one.
   * @returns undefined while an input that counts was never heard of
   */
  calculate(timeMs: EpochMs, latestMs = Number.POSITIVE_INFINITY): CalculatedPoint | undefined {
    // A last one from further ahead than may be is left from before the clock was set back.
    const atMs = this.#lastMs > latestMs ? timeMs : Math.max(timeMs, this.#lastMs);
    this.#lastMs = atMs;
    const outcome = this.#run.outcome(atMs);
    if (outcome !== undefined) return { timeMs: atMs, value: storedValue(outcome), quality: QUALITY_GOOD };
    return this.#inputs.includes(undefined) ? undefined : { timeMs: atMs, value: Number.NaN, quality: QUALITY_BAD };
  }

  /** Why there is no value; undefined: there is one. */
  reason(): string | undefined {
    return unknownReason(this.calculation.compiled, this.#run);
  }

  /** What its inputs are, as far as they were heard of. */
  inputs(): readonly InputValue[] {
    return this.#inputs.filter((input) => input !== undefined);
  }

  /** What its functions give: `avg(_Flow, 60)`, 12.5. */
  functions(): readonly { text: string; outcome: Outcome }[] {
    return this.calculation.compiled.reads.flatMap(({ text, part: { kind }, read }) =>
      kind === 'variable' ? [] : { text, outcome: read(this.#run) },
    );
  }
}

/** A condition is 1 or 0, as a device's is; a number that is none is kept out before. */
const storedValue = (outcome: number | string | boolean): number | string =>
  typeof outcome === 'boolean' ? Number(outcome) : outcome;
