import type { AlarmDefinitionId, AssetId, alarmDefinitions, DataItemId, EpochMs } from '@telltale/contract';
import { ConditionRun, NO_SURROUNDINGS, type Surroundings } from '@telltale/domain/alarms/condition-run.ts';
import { DelayedCondition, type Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { filledMs, rememberedMs } from '@telltale/domain/alarms/remembered.ts';
import { type PlainLimit, plainLimits } from '@telltale/domain/expression/plain-limits.ts';
import type { ValueRange } from '@telltale/domain/expression/readings.ts';
import { variableKey } from '@telltale/domain/expression/variable-name.ts';
import { TIME_ZONE } from '#expressions/asset-surroundings.ts';
import { nameKey } from '#names.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import type { BoundCondition } from './alarm-expressions.ts';
import { type ItemCause, joinedCauses } from './engine/cause-numbers.ts';

const SECOND_MS = 1_000;
const NEVER = Number.NEGATIVE_INFINITY;
/** To ask whether seconds can be left out costs as much as to look at one or two. */
const WORTH_MS = 3_000;
const TRY_AFTER = 8;
const NOTHING: Flank[] = [];

/** What an alarm of one asset goes by: the expression of its definition, its own, or both. */
export interface WatchedConditions {
  /** Undefined: nothing is written, it is never true. */
  readonly own: BoundCondition | undefined;
  readonly override: BoundCondition | undefined;
  readonly method: alarmDefinitions.OverrideMethod;
}

/** What the conditions of an alarm ask for beside data items. */
export interface RunContext {
  readonly around: Omit<Surroundings, 'alarm'>;
  /** The alarms that they name, by key. */
  readonly named: ReadonlyMap<string, AlarmRun>;
  /** Those and what these name, each behind what it names: they are looked at whenever this one is. */
  readonly others: readonly AlarmRun[];
}

const ALONE: RunContext = { around: NO_SURROUNDINGS, named: new Map(), others: [] };

/** A variable of a condition that stands for a data item. */
export interface Target {
  readonly dataItemId: DataItemId;
  readonly run: ConditionRun;
  readonly place: number;
}

/** Between which numbers the next values lie that go to some variables. */
export interface Coming {
  readonly targets: readonly Target[];
  readonly range: ValueRange;
}

/** Beyond which value of a data item a condition is true. */
export interface ItemLimit extends Pick<PlainLimit, 'operator' | 'value'> {
  readonly dataItemId: DataItemId;
}

const NO_LIMITS: readonly ItemLimit[] = [];

function limitsOf({ compiled, dataItemIds }: BoundCondition): ItemLimit[] {
  const keys = compiled.variables.map(variableKey);
  return plainLimits(compiled.expression).flatMap(({ variable, operator, value }) => {
    const dataItemId = dataItemIds[keys.indexOf(variableKey(variable))];
    return dataItemId === undefined ? [] : [{ dataItemId, operator, value }];
  });
}

/** The condition of one alarm of one asset as it goes on in time. */
export class AlarmRun {
  readonly assetId: AssetId;
  readonly definition: AlarmDefinitionRecord;
  readonly targets: readonly Target[];
  /** It may change by the passing of time alone. */
  readonly dependsOnTime: boolean;
  /** How far back its functions over time look, ms: their windows are filled with that much past before it is evaluated. */
  readonly fillMs: number;
  /** How long it must have been evaluated to be what it would be had it always been: delays and what must be held, ms. */
  readonly settleMs: number;
  /** What it goes by is not told by the current values alone, even where time changes nothing. */
  readonly needsPast: boolean;
  /** Keys of the attributes that it reads. */
  readonly attributes: ReadonlySet<string>;
  readonly #others: readonly AlarmRun[];
  readonly #bound: readonly BoundCondition[];
  readonly #parts: readonly ConditionRun[];
  readonly #joins: 'and' | 'or';
  #delayed: DelayedCondition;
  #isTrue: boolean;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** The band that it was evaluated with last. */
  #band = 0;
  /** Whether it stands among those that wait, for who keeps the list. */
  isListed = false;

  /** @param active whether the condition counts as true already: a restart must not raise an alarm twice */
  constructor(
    assetId: AssetId,
    definition: AlarmDefinitionRecord,
    conditions: WatchedConditions,
    active: boolean,
    { around, named, others }: RunContext = ALONE,
  ) {
    this.assetId = assetId;
    this.definition = definition;
    const bound = conditionsInForce(conditions);
    this.#bound = bound;
    this.#joins = conditions.method === 3 ? 'and' : 'or';
    this.#others = others;
    const surroundings = { ...around, alarm: (name: string) => named.get(nameKey(name))?.isActive };
    this.#parts = bound.map(({ compiled }) => new ConditionRun(compiled, surroundings));
    const own = bound.flatMap(({ dataItemIds }, i) =>
      dataItemIds.map((dataItemId, place) => ({ dataItemId, place, run: this.#parts[i] as ConditionRun })),
    );
    this.targets = [...own, ...others.flatMap(({ targets }) => targets)];
    const { onDelay, offDelay } = definition;
    this.#delayed = delayed(definition, active);
    this.#isTrue = active;
    if (active) for (const part of this.#parts) part.assumeHeld();
    const compiled = bound.map((one) => one.compiled);
    // The end of another alarm's delay is noticed at the next second.
    this.dependsOnTime =
      compiled.some((one) => one.dependsOnTime) || others.some((other) => other.dependsOnTime || other.#isDelayed);
    const delayMs = Math.max(onDelay, offDelay) * 1_000;
    this.settleMs =
      delayMs +
      Math.max(0, ...compiled.map(({ expression }) => rememberedMs(expression))) +
      Math.max(0, ...[...named.values()].map((other) => other.settleMs));
    this.fillMs = Math.max(0, ...compiled.map(filledMs), ...others.map((other) => other.fillMs));
    this.needsPast = compiled.some(({ previousOf }) => previousOf.size > 0) || others.some((other) => other.needsPast);
    this.attributes = new Set([
      ...compiled.flatMap(({ attributes, usesZone }) => [...attributes, ...(usesZone ? [TIME_ZONE] : [])].map(nameKey)),
      ...others.flatMap((other) => [...other.attributes]),
    ]);
  }

  /** The limits of its data items, where its condition is nothing but comparisons with them (see `plainLimits`). */
  limits(): readonly ItemLimit[] {
    if (this.#joins === 'and' && this.#bound.length > 1) return NO_LIMITS;
    const ofParts = this.#bound.map(limitsOf);
    return ofParts.some((limits) => limits.length === 0) ? NO_LIMITS : ofParts.flat();
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

  /** When it was last looked at; -Infinity: never. */
  get lastMs(): EpochMs {
    return this.#lastMs;
  }

  /** How far back a value must be; once it is true. */
  #bandNow(): number {
    return this.#isTrue || this.#delayed.active ? this.definition.deadband : 0;
  }

  get #isDelayed(): boolean {
    return this.definition.onDelay > 0 || this.definition.offDelay > 0;
  }

  /** Looks at the condition again; times that go back count as the last one. */
  update(nowMs: EpochMs): Flank[] {
    const atMs = Math.max(nowMs, this.#lastMs);
    this.#lastMs = atMs;
    for (let i = 0; i < this.#others.length; i++) this.#others[i]?.update(atMs);
    this.#band = this.#bandNow();
    const condition = this.#evaluate(atMs, this.#band);
    if (condition !== undefined) this.#isTrue = condition;
    return this.#delayed.update(condition, atMs);
  }

  /**
   * Lets time pass to shortly before a moment: functions over time are looked at each whole second since 1970, whenever
   * that is noticed, so that a backtest and a restart look at the same seconds as the portal did.
   */
  passUntil(timeMs: EpochMs): Flank[] {
    if (!this.dependsOnTime || this.#lastMs === Number.NEGATIVE_INFINITY) return this.#mature(timeMs - 1);
    let all = NOTHING;
    let looks = 0;
    let nextTry = 0;
    for (let secondMs = nextSecond(this.#lastMs); secondMs < timeMs; secondMs += SECOND_MS) {
      // Seconds in which nothing can change are left out. Where something can, that is not asked again each time.
      if (looks === nextTry && timeMs - secondMs > WORTH_MS) {
        const quietMs = Math.min(this.#quietUntil(timeMs), timeMs);
        if (quietMs > secondMs) {
          secondMs = Math.ceil(quietMs / SECOND_MS) * SECOND_MS;
          this.#lastMs = secondMs - SECOND_MS;
          looks = 0;
          nextTry = 1;
          if (secondMs >= timeMs) break;
        } else nextTry = looks === 0 ? TRY_AFTER : looks * 2;
      }
      const flanks = this.update(secondMs);
      if (flanks.length > 0) all = all.length === 0 ? flanks : [...all, ...flanks];
      looks++;
    }
    return all;
  }

  /** Until when, exclusively, it would be in vain to look at it, as long as there is no other value. */
  #quietUntil(wantedMs: EpochMs): EpochMs {
    if (!this.#isSettled) return NEVER;
    let earliest = Number.POSITIVE_INFINITY;
    for (const part of this.#parts) earliest = Math.min(earliest, part.quietUntil(wantedMs));
    return earliest;
  }

  /**
   * As long as there are no other values than those: until then they need only be shown to it. At that time it must be looked at.
   * @param wantedMs what comes later need not be told
   */
  steadyUntil(wantedMs: EpochMs, coming: readonly Coming[]): EpochMs {
    if (!this.#isSettled) return NEVER;
    for (const { targets, range } of coming) for (const { run, place } of targets) run.expect(place, range);
    let earliest = Number.POSITIVE_INFINITY;
    for (const part of this.#parts) earliest = Math.min(earliest, part.steadyUntil(wantedMs));
    return earliest;
  }

  /** Only its conditions can change what counts. */
  get #isSettled(): boolean {
    return this.#others.length === 0 && !this.#delayed.isPending && this.#bandNow() === this.#band;
  }

  /** Only delays end: the condition is what it was. */
  #mature(nowMs: EpochMs): Flank[] {
    const flanks = this.#delayed.isPending ? this.#delayed.update(undefined, nowMs) : NOTHING;
    for (const { atMs } of flanks) this.#lastMs = Math.max(this.#lastMs, atMs);
    return flanks;
  }

  /** Time that nobody looked at, such as while the machine slept, is left out but for its end. */
  skipTo(timeMs: EpochMs): void {
    if (this.#lastMs !== Number.NEGATIVE_INFINITY) this.#lastMs = Math.max(this.#lastMs, timeMs);
  }

  /** Its past is gone through from a moment on: what it names and was raised after that has yet to be. */
  goBack(timeMs: EpochMs, raisedMs: (alarmDefinitionId: AlarmDefinitionId) => EpochMs): void {
    for (const other of this.#others) {
      if (!other.isActive || raisedMs(other.definition.alarmDefinitionId) <= timeMs) continue;
      other.#delayed = delayed(other.definition, false);
      other.#isTrue = false;
      for (const part of other.#parts) part.forgetHeld();
    }
  }

  cause(): ItemCause {
    const parts = this.#parts.map((part, i) => ({ ...part.cause(), dataItemIds: this.#bound[i]?.dataItemIds ?? [] }));
    return joinedCauses(parts, this.#joins);
  }

  #evaluate(atMs: EpochMs, band: number): boolean | undefined {
    const [only] = this.#parts;
    if (only && this.#parts.length === 1) return only.evaluate(atMs, band);
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

function delayed({ onDelay, offDelay }: AlarmDefinitionRecord, active: boolean): DelayedCondition {
  return new DelayedCondition({ onDelayMs: onDelay * 1_000, offDelayMs: offDelay * 1_000 }, active);
}

/** The first whole second after a time. */
function nextSecond(timeMs: EpochMs): EpochMs {
  return (Math.floor(timeMs / SECOND_MS) + 1) * SECOND_MS;
}

/** The expressions that count. */
export function conditionsInForce({ own, override, method }: WatchedConditions): BoundCondition[] {
  const parts = method === 0 ? [own] : method === 1 ? [override] : [own, override];
  return parts.filter((one) => one !== undefined);
}
