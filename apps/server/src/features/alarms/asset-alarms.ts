import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import type { Surroundings } from '@telltale/domain/alarms/condition-run.ts';
import { nameKey } from '#names.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import { AlarmRun, conditionsInForce, type WatchedConditions } from './alarm-run.ts';
import { type RunSketch, sketchOf } from './past/run-sketch.ts';

export interface AssetAlarmsOptions {
  assetId: AssetId;
  /** Every alarm of the asset's definition: one may ask for another. */
  definitions: readonly AlarmDefinitionRecord[];
  conditionsOf: (definition: AlarmDefinitionRecord) => WatchedConditions;
  /** Whether an alarm counts as raised at the beginning. */
  isActive: (alarmDefinitionId: AlarmDefinitionId) => boolean;
  around: Omit<Surroundings, 'alarm'>;
}

/**
 * Puts the alarms of one asset together. One that asks for another carries its condition with it and looks at it at the
 * same moments as at its own, so it comes to the same live, in a backtest and after a restart.
 */
export class AssetAlarms {
  readonly #options: AssetAlarmsOptions;
  readonly #byName: ReadonlyMap<string, AlarmDefinitionRecord>;

  constructor(options: AssetAlarmsOptions) {
    this.#options = options;
    this.#byName = new Map(options.definitions.map((definition) => [nameKey(definition.name), definition]));
  }

  /** One that asks for itself, over others or not, does not know the answer: definitions that do are refused. */
  run(definition: AlarmDefinitionRecord, conditions = this.#options.conditionsOf(definition)): AlarmRun {
    const others = new Map<AlarmDefinitionId, AlarmRun>();
    const path = new Set<AlarmDefinitionId>();
    const make = (one: AlarmDefinitionRecord, own: WatchedConditions, isMain: boolean): AlarmRun => {
      const { alarmDefinitionId } = one;
      path.add(alarmDefinitionId);
      const named = new Map<string, AlarmRun>();
      for (const { name } of conditionsInForce(own).flatMap(({ compiled }) => compiled.alarms)) {
        const other = this.#byName.get(nameKey(name));
        if (!other || path.has(other.alarmDefinitionId)) continue;
        const made = others.get(other.alarmDefinitionId) ?? make(other, this.#options.conditionsOf(other), false);
        named.set(nameKey(name), made);
      }
      path.delete(alarmDefinitionId);
      const { assetId, isActive, around } = this.#options;
      const context = { around, named, others: isMain ? [...others.values()] : [] };
      const run = new AlarmRun(assetId, one, own, isActive(alarmDefinitionId), context);
      if (!isMain) others.set(alarmDefinitionId, run);
      return run;
    };
    return make(definition, conditions, true);
  }

  /** What another thread makes the same run of, as if no alarm were raised at its beginning. */
  sketch(definition: AlarmDefinitionRecord, conditions = this.#options.conditionsOf(definition)): RunSketch {
    const { assetId, around, conditionsOf } = this.#options;
    const asked = new Map<AlarmDefinitionId, { definition: AlarmDefinitionRecord; conditions: WatchedConditions }>();
    const collect = (own: WatchedConditions) => {
      for (const { name } of conditionsInForce(own).flatMap(({ compiled }) => compiled.alarms)) {
        const other = this.#byName.get(nameKey(name));
        if (!other || asked.has(other.alarmDefinitionId)) continue;
        const found = { definition: other, conditions: conditionsOf(other) };
        asked.set(other.alarmDefinitionId, found);
        collect(found.conditions);
      }
    };
    collect(conditions);
    return sketchOf({ assetId, tried: { definition, conditions }, asked: [...asked.values()], around });
  }
}
