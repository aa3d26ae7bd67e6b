import { type AssetDefinitionId, type definitionFiles, PLAIN_DISPLAY } from '@telltale/contract';
import { isPlainDisplay } from '@telltale/domain';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Records, Work } from '#db/unit-of-work.ts';
import {
  boundVariables,
  type DefinitionPart,
  type ItemLabels,
  labelledVariables,
  type PartChanges,
  type StoredEntry,
  unusualVariables,
} from '#expressions/definition-parts.ts';
import type { Caller } from '#http/caller.ts';
import { nameKey } from '#names.ts';
import type { DataItemService } from '../data-item-service.ts';
import { type DefinitionDataItemRecord, DefinitionDataItemRepository } from '../definition-data-item-repository.ts';

type Entry = definitionFiles.DataItemEntry;

/** The data items of a definition, in the order in which people count them. */
export class DataItemPart implements DefinitionPart<Entry> {
  readonly group = 'DataItems';
  readonly many = 'data items';
  readonly #items: Pick<DataItemService, 'putWithin' | 'dropWithin'>;

  constructor(items: Pick<DataItemService, 'putWithin' | 'dropWithin'>) {
    this.#items = items;
  }

  nameOf({ label }: Entry): string {
    return label;
  }

  comparable({ label, display, calculation, scaling, ...rest }: Entry): unknown {
    return {
      ...rest,
      label: nameKey(label),
      display: display && isPlainDisplay(display) ? null : display,
      scaling: scaling ?? null,
      calculation: calculation && { ...calculation, variables: unusualVariables(calculation.variables) },
    };
  }

  labelsOf({ label, calculation }: Entry): string[] {
    return [label, ...Object.values(calculation?.variables ?? {})];
  }

  async list(
    records: Records,
    assetDefinitionId: AssetDefinitionId,
    labels: ItemLabels,
  ): Promise<StoredEntry<Entry>[]> {
    const items = await records.of(DefinitionDataItemRepository).list(assetDefinitionId);
    return items
      .sort((a, b) => compareNaturally(a.label, b.label))
      .map((item) => ({ id: item.dataItemId, entry: toEntry(item, labels) }));
  }

  async apply(
    unit: Work,
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    { added, changed, removed }: PartChanges<Entry>,
    labels: ItemLabels,
  ): Promise<void> {
    const entries = [...added, ...changed.map(({ entry }) => entry)];
    const known = entries.flatMap((entry) =>
      this.labelsOf(entry).flatMap((label) => {
        const dataItemId = labels.idOf(label);
        return dataItemId === undefined ? [] : [{ dataItemId, label }];
      }),
    );
    const inputs = entries.map(({ calculation, display, scaling, ...rest }) => ({
      ...rest,
      scaling: scaling ?? null,
      display: display ?? PLAIN_DISPLAY,
      calculation: calculation && {
        expression: calculation.expression,
        variables: boundVariables(calculation.variables, labels),
      },
    }));
    if (inputs.length > 0) await this.#items.putWithin(unit, caller, assetDefinitionId, inputs, unique(known));
    const gone = new Set(removed.map(({ id }) => id));
    if (gone.size === 0) return;
    await this.#items.dropWithin(unit, caller, assetDefinitionId, ({ dataItemId }) => gone.has(dataItemId));
  }
}

function unique<Item extends { dataItemId: number }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.dataItemId, item])).values()];
}

function toEntry(item: DefinitionDataItemRecord, labels: ItemLabels): Entry {
  const { label, unit, defaultValue, retentionDays, display, calculation, scaling } = item;
  return {
    ...{ label, unit, defaultValue, retentionDays },
    display: isPlainDisplay(display) ? null : display,
    calculation: calculation && {
      expression: calculation.expression,
      variables: labelledVariables(calculation.variables, labels),
    },
    // Portals that know no scalings read files that have none.
    ...(scaling ? { scaling } : {}),
  };
}
