import type { AlarmDefinitionId, AssetDefinitionId, AssetId } from '@telltale/contract';
import type { Log } from '#config/log.ts';
import { mayReadAttributes, surroundingsOf } from '#expressions/asset-surroundings.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import {
  type BoundCondition,
  bindCondition,
  isBlank,
  type LabelSource,
  type Labels,
  storedExpression,
} from './alarm-expressions.ts';
import type { AlarmOverrideRecord, AlarmOverrideRepository } from './alarm-override-repository.ts';
import type { AlarmRun, WatchedConditions } from './alarm-run.ts';
import { AssetAlarms } from './asset-alarms.ts';

export interface WatchableAsset {
  readonly assetId: AssetId;
  readonly assetDefinitionId: AssetDefinitionId;
}

export interface AlarmPlansOptions {
  overrides: Pick<AlarmOverrideRepository, 'list'>;
  labels: LabelSource;
  attributesOf: (
    assetIds: readonly AssetId[],
  ) => Promise<readonly { assetId: AssetId; attributeName: string; attributeValue: string }[]>;
  /** The zone whose clock counts for assets that name none. */
  zone: string;
  log: Pick<Log, 'warn'>;
}

/** The alarms of one asset, ready to be put together. */
export interface AssetPlan {
  readonly assetId: AssetId;
  readonly definitions: readonly AlarmDefinitionRecord[];
  alarms(isActive: (alarmDefinitionId: AlarmDefinitionId) => boolean): AssetAlarms;
}

/** Finds what the alarms of assets go by: their definitions' conditions, their own, and the attributes that these read. */
export class AlarmPlans {
  readonly #options: AlarmPlansOptions;
  /** Conditions that cannot be evaluated and were logged. */
  readonly #told = new Set<string>();

  constructor(options: AlarmPlansOptions) {
    this.#options = options;
  }

  /** Definitions changed: what cannot be evaluated is logged again. */
  forgetTold(): void {
    this.#told.clear();
  }

  /** @param definitions of all kinds */
  async of(definitions: Iterable<AlarmDefinitionRecord>, assets: readonly WatchableAsset[]): Promise<AssetPlan[]> {
    const byKind = Map.groupBy(definitions, ({ assetDefinitionId }) => assetDefinitionId);
    const overrides = Map.groupBy(await this.#options.overrides.list(), ({ assetId }) => assetId);
    const kinds = new Set(assets.map(({ assetDefinitionId }) => assetDefinitionId));
    const labels = new Map<AssetDefinitionId, Labels>();
    const conditions = new Map<AlarmDefinitionId, BoundCondition | undefined>();
    for (const kind of kinds) {
      const ofKind = byKind.get(kind);
      if (!ofKind) continue;
      const known = await this.#options.labels.labelsOf(kind);
      labels.set(kind, known);
      for (const one of ofKind) conditions.set(one.alarmDefinitionId, this.#bind(one.flee, known, one));
    }
    const readers = assets.filter(({ assetId, assetDefinitionId }) =>
      [
        ...(byKind.get(assetDefinitionId) ?? []).map(({ flee }) => flee),
        ...(overrides.get(assetId) ?? []).map(({ expression }) => expression),
      ].some(mayReadAttributes),
    );
    const read = readers.length === 0 ? [] : await this.#options.attributesOf(readers.map(({ assetId }) => assetId));
    const attributes = Map.groupBy(read, ({ assetId }) => assetId);
    return assets.map(({ assetId, assetDefinitionId }) => {
      const ofKind = byKind.get(assetDefinitionId) ?? [];
      const known = labels.get(assetDefinitionId);
      const own = overrides.get(assetId) ?? [];
      return {
        assetId,
        definitions: ofKind,
        alarms: (isActive) =>
          new AssetAlarms({
            assetId,
            definitions: ofKind,
            isActive,
            around: surroundingsOf(attributes.get(assetId) ?? [], this.#options.zone),
            conditionsOf: (one) => ({
              own: conditions.get(one.alarmDefinitionId),
              ...this.#overriding(one, own, known),
            }),
          }),
      };
    });
  }

  /** What one asset's alarms would go by if they were evaluated here. */
  async runsOf(
    definitions: Iterable<AlarmDefinitionRecord>,
    asset: WatchableAsset,
    isActive: (id: AlarmDefinitionId) => boolean,
  ): Promise<AlarmRun[]> {
    const plans = await this.of(definitions, [asset]);
    return plans.flatMap(({ definitions: ofKind, alarms }) => {
      const ofAsset = alarms(isActive);
      return ofKind.map((definition) => ofAsset.run(definition));
    });
  }

  #overriding(
    definition: AlarmDefinitionRecord,
    own: readonly AlarmOverrideRecord[],
    labels: Labels | undefined,
  ): Pick<WatchedConditions, 'override' | 'method'> {
    const found = own.find(({ alarmDefinitionId }) => alarmDefinitionId === definition.alarmDefinitionId);
    const method = found?.overrideMethod ?? 0;
    const isBound = found !== undefined && labels !== undefined && method !== 0;
    return { method, override: isBound ? this.#bind(found.expression, labels, definition) : undefined };
  }

  #bind(text: string, labels: Labels, definition: AlarmDefinitionRecord): BoundCondition | undefined {
    try {
      const expression = storedExpression(text);
      return isBlank(expression) ? undefined : bindCondition(expression, labels);
    } catch (error) {
      const { alarmDefinitionId, name } = definition;
      const told = `${alarmDefinitionId} ${text}`;
      // Asked again with each new asset: once is enough until somebody changes definitions (guarantees G7).
      if (!this.#told.has(told)) {
        this.#told.add(told);
        this.#options.log.warn({ err: error, alarmDefinitionId, name }, 'an alarm cannot be evaluated');
      }
      return undefined;
    }
  }
}
