import type { AssetDefinitionId, DashboardId, definitionFiles } from '@telltale/contract';
import { labelsIn, withIds, withLabels } from '@telltale/domain/dashboard/config-labels.ts';
import type { Clock } from '#clock.ts';
import type { Records, Work } from '#db/unit-of-work.ts';
import {
  type DefinitionPart,
  type ItemLabels,
  type PartChanges,
  type StoredEntry,
  textOfValue,
  valueOfText,
} from '#expressions/definition-parts.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { type DashboardRecord, DashboardRepository } from './dashboard-repository.ts';
import { describe, drop, refuseBadConfig } from './dashboard-service.ts';

type Entry = definitionFiles.DashboardEntry;

/** The dashboards of a definition; the first is the one that opens. */
export class DashboardPart implements DefinitionPart<Entry> {
  readonly group = 'Dashboard';
  readonly many = 'dashboards';
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nameOf({ name }: Entry): string {
    return name;
  }

  comparable({ name, config }: Entry): unknown {
    return { name, config: withIds(config ?? null, nameKey) };
  }

  labelsOf({ config }: Entry): Iterable<string> {
    return labelsIn(config);
  }

  async list(
    records: Records,
    assetDefinitionId: AssetDefinitionId,
    labels: ItemLabels,
  ): Promise<StoredEntry<Entry>[]> {
    const dashboards = await records.of(DashboardRepository).listOfAssetDefinition(assetDefinitionId);
    return dashboards.map(({ dashboardId, dashboardName, config }) => ({
      id: dashboardId,
      entry: { name: dashboardName, config: withLabels(valueOfText(config), (id) => labels.labelOf(id)) },
    }));
  }

  async apply(
    unit: Work,
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    { added, changed, removed }: PartChanges<Entry>,
    labels: ItemLabels,
  ): Promise<void> {
    const repository = unit.of(DashboardRepository);
    const contentOf = ({ name, config: value }: Entry) => {
      const config = textOfValue(withIds(value, (label) => labels.idOf(label)));
      refuseBadConfig(config);
      return { dashboardName: name, config, modifiedMs: this.#clock.now(), modifiedBy: caller.username };
    };
    for (const { id, entry } of changed) {
      const before = await this.#find(unit, id);
      const after = await repository.save(before.dashboardId, before.version, contentOf(entry));
      if (!after) throw conflict(`${before.dashboardName} was saved in the meantime.`);
      unit.note({
        ...{ kind: 'dashboard', what: `dashboard ${id} saved` },
        ...{ before: describe(before), after: describe(after) },
      });
    }
    for (const entry of added) {
      const after = await repository.insert({ ...contentOf(entry), assetDefinitionId, systemDefinitionId: null });
      unit.note({ kind: 'dashboard', what: `dashboard ${after.dashboardId} created`, after: describe(after) });
    }
    for (const { id } of removed) await drop(unit, await this.#find(unit, id));
  }

  async #find(unit: Work, id: number): Promise<DashboardRecord> {
    const found = await unit.of(DashboardRepository).find(id as DashboardId);
    if (!found) throw notFound('The dashboard');
    return found;
  }
}
