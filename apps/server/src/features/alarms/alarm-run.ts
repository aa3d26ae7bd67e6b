import type { AssetId, alarmDefinitions, DataItemId, EpochMs } from '@telltale/contract';
import { ConditionRun } from '@telltale/domain/alarms/condition-run.ts';
import { DelayedCondition, type Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { walk } from '@telltale/domain/expression/syntax.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import type { BoundCondition } from './alarm-expressions.ts';

/** What an alarm of one asset goes by: the expression of its definition, its own, or both. */
export interface WatchedConditions {
  /** Undefined: nothing is written, it is never true. */
  readonly own: BoundCondition | undefined;
  readonly override: BoundCondition | undefined;
  readonly method: alarmDefinitions.OverrideMethod;
}

/** A variable of a condition that stands for a data item. */
export interface Target {
  readonly dataItemId: DataItemId;
  readonly run: ConditionRun;
  readonly place: number;
}

/** The condition of one alarm of one asset as it goes on in time. */
export class AlarmRun {
  readonly assetId: AssetId;
  readonly definition: AlarmDefinitionRecord;
  readonly targets: readonly Target[];
  /** It may change by the passing of time alone. */
  readonly dependsOnTime: boolean;
  /** How far back it looks, ms. */
  readonly lookBackMs: number;
  readonly #parts: readonly ConditionRun[];
  readonly #joins: 'and' | 'or';
  readonly #delayed: DelayedCondition;
  #isTrue: boolean;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** @param active whether the condition counts as true already: a restart must not raise an alarm twice */
  constructor(assetId: AssetId, definition: AlarmDefinitionRecord, conditions: WatchedConditions, active: boolean) {
    this.assetId = assetId;
    this.definition = definition;
    const { own, override, method } = conditions;
    const bound = (method === 0 ? [own] : method === 1 ? [override] : [own, override]).filter(
      (one) => one !== undefined,
    );
    this.#joins = method === 3 ? 'and' : 'or';
    this.#parts = bound.map(({ compiled }) => new ConditionRun(compiled));
    this.targets = bound.flatMap(({ dataItemIds }, i) =>
      dataItemIds.map((dataItemId, place) => ({ dataItemId, place, run: this.#parts[i] as ConditionRun })),
    );
    const { onDelay, offDelay } = definition;
    this.#delayed = new DelayedCondition({ onDelayMs: onDelay * 1_000, offDelayMs: offDelay * 1_000 }, active);
    this.#isTrue = active;
    if (active) for (const part of this.#parts) part.assumeHeld();
    this.dependsOnTime = bound.some(({ compiled }) => compiled.dependsOnTime);
    this.lookBackMs = Math.max(0, onDelay * 1_000, offDelay * 1_000, ...bound.map(lookBackOf));
  }

  /** Nothing can ever make it true. */
  get isIdle(): boolean {
    return this.#parts.length === 0;
  }

  get isActive(): boolean {
    return this.#delayed.active;
  }

  /** Must be looked at again though no value comes. */
  get isWaiting(): boolean {
    return this.#delayed.isPending;
  }

  /** Looks at the condition again; times that go back count as the last one. */
  update(nowMs: EpochMs): Flank[] {
    const atMs = Math.max(nowMs, this.#lastMs);
    this.#lastMs = atMs;
    const band = this.#isTrue || this.#delayed.active ? this.definition.deadband : 0;
    const condition = this.#evaluate(atMs, band);
    if (condition !== undefined) this.#isTrue = condition;
    return this.#delayed.update(condition, atMs);
  }

  cause(): string {
    return this.#parts.map((part) => part.cause()).join(` ${this.#joins} `);
  }

  #evaluate(atMs: EpochMs, band: number): boolean | undefined {
    let isUnknown = false;
    let isAnyTrue = false;
    let isAnyFalse = this.#parts.length === 0;
    // Each is evaluated each time: a `held` must see every moment.
    for (const part of this.#parts) {
      const outcome = part.evaluate(atMs, band);
      if (outcome === undefined) isUnknown = true;
      else if (outcome) isAnyTrue = true;
      else isAnyFalse = true;
    }
    if (this.#joins === 'or') return isAnyTrue || (isUnknown ? undefined : false);
    return isAnyFalse ? false : isUnknown ? undefined : isAnyTrue;
  }
}

function lookBackOf({ compiled }: BoundCondition): number {
  const held = [...walk(compiled.expression)].map((part) => (part.kind === 'held' ? part.seconds * 1_000 : 0));
  return Math.max(0, ...compiled.windowsMs, ...held);
}
