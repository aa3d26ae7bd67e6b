import type { AssetDefinitionId, AssetId, DataItemId, ItemDisplayOverride, itemDisplays } from '@telltale/contract';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { AssetItemDisplayRepository } from './asset-item-display-repository.ts';
import { DataItemRepository } from './data-item-repository.ts';
import { DefinitionDataItemRepository } from './definition-data-item-repository.ts';

export interface ItemDisplayServiceOptions {
  work: UnitOfWork;
  displays: AssetItemDisplayRepository;
  /** @throws HttpError 404 for an asset outside the caller's scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  /** The same, as the unit of work sees it. */
  definitionWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  /** Told once the change counts: what shows the asset asks anew. */
  described: (unit: Work, assetId: AssetId) => void;
}

interface OverrideInput {
  dataItemId: DataItemId;
  /** Null: as the definition has it. */
  display: ItemDisplayOverride | null;
}

/** How data items of one asset are read, where that differs from its definition (spec 3 §14). */
export class ItemDisplayService {
  readonly #options: ItemDisplayServiceOptions;

  constructor(options: ItemDisplayServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller, assetId: AssetId): Promise<itemDisplays.ItemOverride[]> {
    await this.#options.definitionOfAsset(caller, assetId);
    return toList(await this.#options.displays.listOfAsset(assetId));
  }

  /** @throws HttpError 404, with nothing changed, when the asset is out of scope or has no such data item */
  put(caller: Caller, assetId: AssetId, inputs: readonly OverrideInput[]): Promise<itemDisplays.ItemOverride[]> {
    return this.#options.work.run(caller, async (work) => {
      const assetDefinitionId = await this.#options.definitionWithin(work, caller, assetId);
      const items = [
        ...(await work.of(DefinitionDataItemRepository).list(assetDefinitionId)),
        ...(await work.of(DataItemRepository).listOfAsset(assetId)),
      ];
      const labels = new Map(items.map(({ dataItemId, label }) => [dataItemId, label]));
      const displays = work.of(AssetItemDisplayRepository);
      const before = await displays.listOfAsset(assetId);
      for (const { dataItemId, display } of inputs) {
        const label = labels.get(dataItemId);
        if (label === undefined) throw notFound('The data item');
        const next = display === null || Object.keys(display).length === 0 ? null : display;
        const old = before.get(dataItemId) ?? null;
        if (JSON.stringify(next) === JSON.stringify(old)) continue;
        if (next === null) await displays.delete(assetId, dataItemId);
        else await displays.put(assetId, dataItemId, next);
        work.note({
          kind: 'data item',
          assetId,
          what: `how ${label} is read changed`,
          ...(old && { before: old }),
          ...(next && { after: next }),
        });
      }
      this.#options.described(work, assetId);
      return toList(await displays.listOfAsset(assetId));
    });
  }
}

function toList(overrides: ReadonlyMap<DataItemId, ItemDisplayOverride>): itemDisplays.ItemOverride[] {
  return [...overrides].map(([dataItemId, display]) => ({ dataItemId, display }));
}
