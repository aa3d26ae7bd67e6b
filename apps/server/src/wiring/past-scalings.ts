import { type AssetDefinitionId, type AssetId, type DataItemId, type EpochMs, SCALING_MAP } from '@telltale/contract';
import { scalingInForce, scalingsOf } from '@telltale/domain';
import { AssetAttributeRepository } from '#features/assets/asset-attribute-repository.ts';
import { DefinitionScalingRepository } from '#features/definitions/definition-scaling-repository.ts';
import { editsOf } from '#features/why/why-edits.ts';
import type { KnownScaling } from '#features/why/why-service.ts';
import type { Foundation } from './foundation.ts';

interface ItemOfAsset {
  readonly assetId: AssetId;
  readonly assetDefinitionId: AssetDefinitionId;
  readonly dataItemId: DataItemId;
}

const scalingKey = SCALING_MAP.toLowerCase();

/** How readings were scaled at past times, as attributes, definitions and the journal of edits tell together. */
export function openPastScalings({ db, journal }: Pick<Foundation, 'db' | 'journal'>) {
  const attributes = new AssetAttributeRepository(db);
  const definitionScalings = new DefinitionScalingRepository(db);

  const ownAt = async (assetId: AssetId, timeMs: EpochMs) => {
    const known = await attributes.listAt(assetId, timeMs);
    const map = known.find(({ attributeName }) => attributeName.trim().toLowerCase() === scalingKey);
    return scalingsOf(map?.attributeValue);
  };
  /** How what came then was scaled, and who said so. */
  const at = async (item: ItemOfAsset, timeMs: EpochMs): Promise<KnownScaling | undefined> => {
    const own = (await ownAt(item.assetId, timeMs)).get(item.dataItemId);
    const ofDefinition = own === undefined ? await definitionScalings.findAt(item, timeMs) : undefined;
    const scaling = scalingInForce(own, ofDefinition);
    return scaling && { scaling, of: own === undefined ? 'definition' : 'asset' };
  };
  return {
    ownAt,
    at,
    /** How a value was made of what was sent; undefined: it was sent so, or somebody wrote or imported it. */
    async ofValue(item: ItemOfAsset, { timeMs, receivedMs }: { timeMs: EpochMs; receivedMs: EpochMs | undefined }) {
      const known = await at(item, receivedMs ?? timeMs);
      if (known === undefined) return undefined;
      const entries = await journal.historyOf(item.assetId, item.dataItemId);
      return editsOf(entries, item.dataItemId, timeMs).some(({ covers }) => covers) ? undefined : known.scaling;
    },
  };
}

export type PastScalings = ReturnType<typeof openPastScalings>;
