import {
  type AlarmDefinitionId,
  type AssetDefinitionId,
  type AssetId,
  type alarmHealth,
  type EpochMs,
  QUALITY_GOOD,
} from '@telltale/contract';
import { soleLimit } from '@telltale/domain/alarms/limit-trial.ts';
import { type Historian, seriesKey } from '@telltale/historian';
import { LastGood } from '#expressions/last-good.ts';
import type { Caller } from '#http/caller.ts';
import { isNotFound, notFound } from '#http/errors.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import { bindCondition, isBlank, type LabelSource, readExpression } from '../alarm-expressions.ts';
import type { AlarmOverrideRepository } from '../alarm-override-repository.ts';
import type { AlarmPlans, AssetPlan } from '../alarm-plans.ts';
import { refuseSpan } from '../health/alarm-health-service.ts';
import type { OccurrenceReader } from '../health/occurrence-reader.ts';
import type { AssetFacts } from '../list/asset-facts.ts';
import type { ConditionReplay } from '../past/condition-replay.ts';
import { type StudiedAsset, studyCures } from './cure-study.ts';
import type { ActedAlarm } from './cure-verdict.ts';

export interface CureServiceOptions {
  historian: Historian;
  replay: ConditionReplay;
  reader: OccurrenceReader;
  plans: AlarmPlans;
  labels: LabelSource;
  definitions: {
    find(alarmDefinitionId: AlarmDefinitionId): Promise<AlarmDefinitionRecord | undefined>;
    listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<AlarmDefinitionRecord[]>;
  };
  overrides: Pick<AlarmOverrideRepository, 'list'>;
  /** @throws HttpError 404 when the caller sees no asset of the definition */
  requireDefinition: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  assetsInSight: (caller: Caller) => Promise<AssetFacts[]>;
}

export interface CureInput {
  alarmDefinitionId: AlarmDefinitionId;
  fromMs: EpochMs;
  toMs: EpochMs;
}

const MAX_SPAN_MS = 30 * 86_400_000;
/** Assets whose past is looked at: those on which it is raised most often, and those on which somebody acted. */
const NOISIEST = 10;
const MOST_ACTED = 30;
/** Values that are looked at, of all assets together; the rest of the assets is left out. */
const MAX_POINTS = 20_000_000;
/** Values between two turns of the event loop: some milliseconds. */
const VALUES_PER_TURN = 20_000;

interface Chosen {
  readonly assetId: AssetId;
  alarms: number;
  readonly acted: ActedAlarm[];
}

/** Finds what would cure an alarm that comes too often. */
export class CureService {
  readonly #options: CureServiceOptions;
  readonly #lastGood: LastGood;

  constructor(options: CureServiceOptions) {
    this.#options = options;
    this.#lastGood = new LastGood(options.historian);
  }

  /** @throws HttpError 404 for an alarm out of sight, 400 for a time that is none */
  async find(caller: Caller, { alarmDefinitionId, ...asked }: CureInput, signal: AbortSignal) {
    const { definitions, labels, plans, overrides, requireDefinition } = this.#options;
    const definition = await definitions.find(alarmDefinitionId);
    if (!definition) throw notFound('The alarm definition');
    await requireDefinition(caller, definition.assetDefinitionId).catch((error: unknown) => {
      throw isNotFound(error) ? notFound('The alarm definition') : error;
    });
    refuseSpan(asked);
    const { toMs } = asked;
    const fromMs = Math.max(asked.fromMs, toMs - MAX_SPAN_MS);
    const { onDelay, offDelay, deadband } = definition;
    const written = readExpression(definition.flee);
    const rule: alarmHealth.AlarmRule = { ...written, onDelay, offDelay, deadband };
    const { chosen, ofAssets } = await this.#choose(caller, definition, { fromMs, toMs }, signal);
    const iso = (timeMs: EpochMs) => new Date(timeMs).toISOString();
    const about = { rule, from: iso(fromMs), to: iso(toMs), ofAssets };
    if (isBlank(written) || chosen.length === 0) {
      const actedOn = chosen.reduce((count, { acted }) => count + acted.length, 0);
      return { ...about, outcome: { alarms: 0, noise: 0 }, assets: 0, kept: 0, unseen: actedOn, cures: [] };
    }
    const kind = definition.assetDefinitionId;
    const all = await definitions.listOfDefinition(kind);
    const bound = bindCondition(written, await labels.labelsOf(kind));
    const differing = new Set(
      (await overrides.list())
        .filter((one) => one.alarmDefinitionId === alarmDefinitionId && one.overrideMethod !== 0)
        .map(({ assetId }) => assetId),
    );
    const places = chosen.map(({ assetId }) => ({ assetId, assetDefinitionId: kind }));
    const planOf = new Map((await plans.of(all, places)).map((plan) => [plan.assetId, plan]));
    // Of an asset that has its own condition a threshold of the definition tells nothing.
    const isPlain = chosen.every(({ assetId }) => !differing.has(assetId));
    const limit = isPlain ? soleLimit(bound.compiled.expression) : undefined;
    const [dataItemId] = bound.dataItemIds;
    const budget = { left: MAX_POINTS };
    const assets: StudiedAsset[] = [];
    let unlooked = 0;
    for (const { assetId, acted } of chosen) {
      const plan = planOf.get(assetId);
      const keys = [
        ...new Set(
          plan
            ?.alarms(() => false)
            .run(definition)
            .targets.map((one) => one.dataItemId),
        ),
      ].map((id) => seriesKey(assetId, id));
      const points = await this.#options.historian.countPoints({ keys, fromMs, toMs, signal });
      if (!plan || points > budget.left) {
        unlooked += acted.length;
        continue;
      }
      budget.left -= points;
      const key = limit && dataItemId !== undefined ? seriesKey(assetId, dataItemId) : undefined;
      assets.push(this.#studied(definition, plan, key, acted, { fromMs, toMs }, signal));
    }
    const study = await studyCures({ rule, limit, assets, fromMs, toMs });
    return { ...about, ...study, unseen: study.unseen + unlooked, assets: assets.length };
  }

  async #choose(
    caller: Caller,
    definition: AlarmDefinitionRecord,
    span: { fromMs: EpochMs; toMs: EpochMs },
    signal: AbortSignal,
  ) {
    const inSight = new Set(
      (await this.#options.assetsInSight(caller))
        .filter((asset) => asset.assetDefinitionId === definition.assetDefinitionId)
        .map(({ assetId }) => assetId),
    );
    const { alarmDefinitionId } = definition;
    const isWanted = (assetId: AssetId) => inSight.has(assetId);
    const occurrences = await this.#options.reader.read({ ...span, alarmDefinitionId, isWanted }, signal);
    const byAsset = new Map<AssetId, Chosen>();
    for (const { point, raisedMs, actedMs } of occurrences.list()) {
      const { assetId } = point;
      const one = byAsset.get(assetId) ?? { assetId, alarms: 0, acted: [] };
      byAsset.set(assetId, one);
      one.alarms++;
      const isWithin = raisedMs >= span.fromMs && actedMs <= span.toMs;
      if (isWithin) one.acted.push({ raisedMs, actedMs });
    }
    for (let i = 0; i < occurrences.againPoint.length; i++) {
      const one = byAsset.get(occurrences.points[occurrences.againPoint.at(i)]?.assetId as AssetId);
      if (one) one.alarms++;
    }
    for (const { acted } of byAsset.values()) acted.sort((a, b) => a.actedMs - b.actedMs);
    const all = [...byAsset.values()];
    const noisiest = all.toSorted((a, b) => b.alarms - a.alarms).slice(0, NOISIEST);
    const mostActed = all.filter(({ acted }) => acted.length > 0).sort((a, b) => b.acted.length - a.acted.length);
    return { chosen: [...new Set([...noisiest, ...mostActed.slice(0, MOST_ACTED)])], ofAssets: all.length };
  }

  #studied(
    definition: AlarmDefinitionRecord,
    plan: AssetPlan,
    key: number | undefined,
    acted: readonly ActedAlarm[],
    { fromMs, toMs }: { fromMs: EpochMs; toMs: EpochMs },
    signal: AbortSignal,
  ): StudiedAsset {
    const { historian, replay } = this.#options;
    const run = (changed: Partial<AlarmDefinitionRecord>, onFlank: Parameters<StudiedAsset['flanks']>[0]) => {
      const alarm = plan.alarms(() => false).run({ ...definition, ...changed });
      return replay.run(alarm, fromMs - alarm.settleMs, toMs, onFlank, { signal });
    };
    return {
      assetId: plan.assetId,
      acted,
      flanks: (onFlank) => run({ onDelay: 0, offDelay: 0 }, onFlank),
      raised: ({ onDelay, offDelay, deadband }, onFlank) => run({ onDelay, offDelay, deadband }, onFlank),
      values: async (onValue) => {
        if (key === undefined) throw new Error('The condition has no sole limit.');
        const settleMs = Math.max(definition.onDelay, definition.offDelay) * 1_000;
        const startMs = fromMs - settleMs;
        for (const { value } of (await this.#lastGood.before(key, startMs)).slice(-1)) {
          onValue(startMs, typeof value === 'number' ? value : Number.NaN);
        }
        let sinceTurn = 0;
        for await (const { timesMs, values, qualities } of historian.scanSeries({
          key,
          fromMs: startMs + 1,
          toMs,
          signal,
        })) {
          for (let i = 0; i < timesMs.length; i++) {
            if ((qualities[i] as number) < QUALITY_GOOD) continue;
            const value = values[i];
            onValue(timesMs[i] as number, typeof value === 'number' ? value : Number.NaN);
            if (++sinceTurn < VALUES_PER_TURN) continue;
            sinceTurn = 0;
            signal.throwIfAborted();
            await new Promise((resolve) => setImmediate(resolve));
          }
        }
      },
    };
  }
}
