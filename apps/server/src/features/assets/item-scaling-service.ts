import { type AssetId, type DataItemId, type ItemScaling, type itemScalings, SCALING_MAP } from '@telltale/contract';
import { scalingsOf } from '@telltale/domain';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { AssetAttributeRepository } from './asset-attribute-repository.ts';
import type { AssetReader } from './asset-reader.ts';
import type { AttributeService } from './attribute-service.ts';
import type { CurrentValueService } from './current-value-service.ts';

interface ScalingInput {
  readonly dataItemId: DataItemId;
  readonly scaling: ItemScaling | null;
}

export interface ItemScalingServiceOptions {
  work: UnitOfWork;
  reader: AssetReader;
  attributes: AttributeService;
  values: CurrentValueService;
}

/** How the portal scales data items: entries of one attribute, each of which is changed by itself. */
export class ItemScalingService {
  readonly #options: ItemScalingServiceOptions;

  constructor(options: ItemScalingServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404, with nothing changed, when the asset is out of scope or has no such data item */
  async put(caller: Caller, assetId: AssetId, inputs: readonly ScalingInput[]): Promise<itemScalings.ScaledItem[]> {
    const { work, reader, attributes, values } = this.#options;
    const items = await values.namesOf(await reader.entry(caller, assetId));
    const known = new Set(items.map(({ dataItemId }) => dataItemId));
    return work.run(caller, async (unit) => {
      await reader.within(unit, caller, assetId);
      const stored = await unit.of(AssetAttributeRepository).find(assetId, SCALING_MAP);
      const scalings = new Map(scalingsOf(stored?.attributeValue));
      for (const { dataItemId, scaling } of inputs) {
        // What an item that is gone was scaled by may be taken away.
        if (scaling === null) scalings.delete(dataItemId);
        else if (known.has(dataItemId)) scalings.set(dataItemId, scaling);
        else throw notFound('The data item');
      }
      const attributeValue = JSON.stringify(Object.fromEntries(scalings));
      await attributes.putWithin(unit, assetId, [{ attributeName: SCALING_MAP, attributeValue }]);
      return [...scalings].map(([dataItemId, scaling]) => ({ dataItemId: dataItemId as DataItemId, scaling }));
    });
  }
}
