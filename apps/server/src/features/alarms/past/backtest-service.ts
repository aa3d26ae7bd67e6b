import {
  type AlarmDefinitionId,
  type AssetDefinitionId,
  type AssetId,
  type alarmDefinitions,
  type EpochMs,
  permissionId,
} from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden, HttpError } from '#http/errors.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import {
  bindOrRefuse,
  isBlank,
  type LabelledItem,
  type LabelSource,
  refuseUnknownItems,
} from '../alarm-expressions.ts';
import type { AlarmPlans } from '../alarm-plans.ts';
import type { AlarmRun } from '../alarm-run.ts';
import { blankDefinition, refuseAsking } from '../asked-alarms.ts';
import type { ConditionReplay } from './condition-replay.ts';

export interface BacktestServiceOptions {
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  itemsInSight: (caller: Caller) => Promise<readonly LabelledItem[]>;
  labels: LabelSource;
  /** Other alarms, attributes and the zone that a condition may ask for. */
  plans: AlarmPlans;
  definitions: { listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<AlarmDefinitionRecord[]> };
  replay: ConditionReplay;
}

export interface BacktestInput extends alarmDefinitions.AlarmExpression {
  assetId: AssetId;
  /** Whose expression it would be; none for a new one. */
  alarmDefinitionId?: AlarmDefinitionId | undefined;
  /** Seconds. */
  onDelay: number;
  offDelay: number;
  deadband: number;
  fromMs: EpochMs;
  toMs: EpochMs;
}

export interface Backtest {
  /** In order; one that goes on ends with the range. */
  intervals: { fromMs: EpochMs; toMs: EpochMs }[];
  count: number;
  longestSeconds: number;
  perHour: number;
}

const HISTORY_VIEW = permissionId('HistoricalDataItems', 'View');
/** Functions over time are looked at once a second: 31 days are 2.7 million looks. */
const MAX_TIMED_MS = 31 * 86_400_000;
const MAX_RANGE_MS = 3_660 * 86_400_000;
/** Thirty days of four data items, once a second. */
const MAX_POINTS = 12_000_000;
const MAX_INTERVALS = 10_000;
const HOUR_MS = 3_600_000;

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
    if (isBlank(input))
      throw badRequest('There is no expression.', { field: 'expression', position: 0, reason: 'empty' });
    const bound = bindOrRefuse(input, labels);
    if (toMs <= fromMs) throw badRequest('to lies before from.', { field: 'to' });
    const longest = bound.compiled.dependsOnTime ? MAX_TIMED_MS : MAX_RANGE_MS;
    if (toMs - fromMs > longest) {
      throw badRequest(`The range is longer than ${longest / 86_400_000} days.`, { field: 'to' });
    }
    const alarms = await this.#options.definitions.listOfDefinition(assetDefinitionId);
    refuseAsking(alarms, input, input.alarmDefinitionId);
    const [plan] = await this.#options.plans.of(alarms, [{ assetId, assetDefinitionId }]);
    if (!plan) throw new Error(`There is no plan for the alarms of asset ${assetId}.`);
    const { onDelay, offDelay, deadband } = input;
    const untested = { ...blankDefinition(assetDefinitionId), onDelay, offDelay, deadband };
    const alarm = plan.alarms(() => false).run(untested, { own: bound, override: undefined, method: 0 });
    return this.#replay(alarm, fromMs, toMs, signal);
  }

  async #replay(alarm: AlarmRun, fromMs: EpochMs, toMs: EpochMs, signal: AbortSignal): Promise<Backtest> {
    const intervals: { fromMs: EpochMs; toMs: EpochMs }[] = [];
    let count = 0;
    let longestMs = 0;
    let sinceMs: EpochMs | undefined;
    let points = 0;
    const end = (atMs: EpochMs) => {
      if (sinceMs === undefined) return;
      count++;
      longestMs = Math.max(longestMs, atMs - sinceMs);
      if (intervals.length < MAX_INTERVALS) intervals.push({ fromMs: sinceMs, toMs: atMs });
      sinceMs = undefined;
    };
    // What delays and `held` look back at lies before the range.
    await this.#options.replay.run(
      alarm,
      fromMs - alarm.settleMs,
      toMs,
      ({ active, atMs }) => {
        if (active) sinceMs = Math.max(atMs, fromMs);
        else if (atMs > fromMs) end(atMs);
        else sinceMs = undefined;
      },
      {
        signal,
        onPoints: (read) => {
          points += read;
          if (points > MAX_POINTS)
            throw new HttpError(413, 'too-large', `The range has more than ${MAX_POINTS} values.`);
        },
      },
    );
    end(toMs);
    const perHour = count / ((toMs - fromMs) / HOUR_MS);
    return { intervals, count, longestSeconds: longestMs / 1_000, perHour };
  }
}
