import {
  type AlarmDefinitionId,
  type AssetDefinitionId,
  type AssetId,
  type alarmDefinitions,
  type EpochMs,
  permissionId,
} from '@telltale/contract';
import { soleLimit } from '@telltale/domain/alarms/limit-trial.ts';
import { seriesKey } from '@telltale/historian';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden } from '#http/errors.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import {
  type BoundCondition,
  bindOrRefuse,
  isBlank,
  type LabelledItem,
  type LabelSource,
  type Labels,
  readExpression,
  refuseUnknownItems,
} from '../alarm-expressions.ts';
import type { AlarmOverrideRepository } from '../alarm-override-repository.ts';
import type { AlarmPlans } from '../alarm-plans.ts';
import { conditionsInForce, type WatchedConditions } from '../alarm-run.ts';
import { blankDefinition, refuseAsking } from '../asked-alarms.ts';
import type { TrialOutcome } from './thread/trial-outcome.ts';
import type { TrialThreads } from './trial-threads.ts';

export interface BacktestServiceOptions {
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  itemsInSight: (caller: Caller) => Promise<readonly LabelledItem[]>;
  labels: LabelSource;
  /** Other alarms, attributes and the zone that a condition may ask for. */
  plans: AlarmPlans;
  definitions: { listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<AlarmDefinitionRecord[]> };
  overrides: Pick<AlarmOverrideRepository, 'find'>;
  trials: Pick<TrialThreads, 'run'>;
}

export interface BacktestInput extends alarmDefinitions.AlarmExpression {
  assetId: AssetId;
  /** Whose expression it would be; none for a new one. */
  alarmDefinitionId?: AlarmDefinitionId | undefined;
  /** Seconds. */
  onDelay: number;
  offDelay: number;
  deadband: number;
  /** Whether the asset's own override of the alarm counts, as it does live. */
  withOverride: boolean;
  fromMs: EpochMs;
  toMs: EpochMs;
}

export interface Backtest extends TrialOutcome {
  /** Of the override that was followed. */
  overrideMethod: alarmDefinitions.OverrideMethod;
}

const HISTORY_VIEW = permissionId('HistoricalDataItems', 'View');
/** Functions over time are looked at once a second: 31 days are 2.7 million looks. */
const MAX_TIMED_MS = 31 * 86_400_000;
const MAX_RANGE_MS = 3_660 * 86_400_000;

/** Tells when a condition would have been true, from recorded history. */
export class BacktestService {
  readonly #options: BacktestServiceOptions;

  constructor(options: BacktestServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 403 for who may not read history, before the body is looked at */
  refuseWithoutHistory(caller: Caller): void {
    if (!holds(caller, HISTORY_VIEW)) throw forbidden();
  }

  /** @throws HttpError 404 out of scope, 400 for an expression or range that is none, 413 for one with too many points */
  async run(caller: Caller, input: BacktestInput, signal: AbortSignal): Promise<Backtest> {
    const { assetId, fromMs, toMs } = input;
    const assetDefinitionId = await this.#options.definitionOfAsset(caller, assetId);
    const others = await this.#options.itemsInSight(caller);
    const known = new Set(others.map(({ dataItemId }) => dataItemId));
    refuseUnknownItems(input, known);
    const { own } = await this.#options.labels.labelsOf(assetDefinitionId);
    const labels = { own: own.filter(({ dataItemId }) => known.has(dataItemId)), others };
    const conditions = { own: boundUnlessBlank(input, labels), ...(await this.#override(input, labels)) };
    const inForce = conditionsInForce(conditions);
    const [bound] = inForce;
    if (!bound) throw badRequest('There is no expression.', { field: 'expression', position: 0, reason: 'empty' });
    if (toMs <= fromMs) throw badRequest('to lies before from.', { field: 'to' });
    const longest = inForce.some(({ compiled }) => compiled.dependsOnTime) ? MAX_TIMED_MS : MAX_RANGE_MS;
    if (toMs - fromMs > longest) {
      throw badRequest(`The range is longer than ${longest / 86_400_000} days.`, { field: 'to' });
    }
    const alarms = await this.#options.definitions.listOfDefinition(assetDefinitionId);
    refuseAsking(alarms, input, input.alarmDefinitionId);
    const [plan] = await this.#options.plans.of(alarms, [{ assetId, assetDefinitionId }]);
    if (!plan) throw new Error(`There is no plan for the alarms of asset ${assetId}.`);
    const { onDelay, offDelay, deadband } = input;
    const untested = { ...blankDefinition(assetDefinitionId), onDelay, offDelay, deadband };
    const sketch = plan.alarms(() => false).sketch(untested, conditions);
    const sole = inForce.length === 1 ? soleLimit(bound.compiled.expression) : undefined;
    const [dataItemId] = bound.dataItemIds;
    const delays = { onDelayMs: onDelay * 1_000, offDelayMs: offDelay * 1_000 };
    const limit =
      sole && dataItemId !== undefined
        ? {
            key: seriesKey(assetId, dataItemId),
            rule: { operator: sole.operator, limit: sole.value, deadband, ...delays },
          }
        : undefined;
    const outcome = await this.#options.trials.run({ sketch, limit, fromMs, toMs }, signal);
    return { ...outcome, overrideMethod: conditions.method };
  }

  /** @throws HttpError 400 for one that cannot be evaluated, e.g. since a data item went */
  async #override(
    { assetId, alarmDefinitionId, withOverride }: BacktestInput,
    labels: Labels,
  ): Promise<Pick<WatchedConditions, 'override' | 'method'>> {
    const found =
      withOverride && alarmDefinitionId !== undefined
        ? await this.#options.overrides.find(assetId, alarmDefinitionId)
        : undefined;
    if (!found || found.overrideMethod === 0) return { override: undefined, method: 0 };
    const override = boundUnlessBlank(readExpression(found.expression), labels, 'override');
    return { override, method: found.overrideMethod };
  }
}

function boundUnlessBlank(
  expression: alarmDefinitions.AlarmExpression,
  labels: Labels,
  field?: string,
): BoundCondition | undefined {
  return isBlank(expression) ? undefined : bindOrRefuse(expression, labels, field);
}
