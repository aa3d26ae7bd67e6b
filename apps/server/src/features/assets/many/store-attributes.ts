import { type AssetId, assets } from '@telltale/contract';
import type { AssetEvents } from '#asset-events.ts';
import type { Work } from '#db/unit-of-work.ts';
import { badRequest } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { AssetAttributeRepository, type AttributeRecord } from '../asset-attribute-repository.ts';
import { type AttributeInput, attributeEntry } from '../attribute-service.ts';

export interface WantedAttributes {
  readonly assetId: AssetId;
  readonly inputs: readonly AttributeInput[];
}

/** Attributes of some assets, by asset and the key of their names. */
export type AttributesByAsset = ReadonlyMap<AssetId, ReadonlyMap<string, AttributeRecord>>;

export async function attributesOf(work: Work, assetIds: readonly AssetId[]): Promise<AttributesByAsset> {
  const records = await work.of(AssetAttributeRepository).listOfAssets(assetIds);
  const byAsset = new Map<AssetId, Map<string, AttributeRecord>>();
  for (const record of records) {
    const own = byAsset.get(record.assetId) ?? new Map<string, AttributeRecord>();
    byAsset.set(record.assetId, own.set(nameKey(record.attributeName), record));
  }
  return byAsset;
}

/**
 * Stores attributes of many assets within a change; what is the same already is left alone.
 * @returns the assets in which something is another now
 */
export async function storeAttributes(
  work: Work,
  events: AssetEvents,
  wanted: readonly WantedAttributes[],
): Promise<ReadonlySet<AssetId>> {
  const stored = await attributesOf(
    work,
    wanted.map(({ assetId }) => assetId),
  );
  const changed: AttributeRecord[] = [];
  const changedAssets = new Set<AssetId>();
  for (const { assetId, inputs } of wanted) {
    const own = stored.get(assetId);
    const after = new Map<string, AttributeRecord>();
    for (const { attributeName, attributeValue } of inputs) {
      const key = nameKey(attributeName);
      const before = own?.get(key);
      // One that is changed keeps the name that it was created with; of two for one name the last counts.
      if (before?.attributeValue === attributeValue) after.delete(key);
      else after.set(key, { assetId, attributeName: before?.attributeName ?? attributeName, attributeValue });
    }
    if (after.size === 0) continue;
    refuseTooMany(own, after);
    changedAssets.add(assetId);
    for (const [key, record] of after) work.note(attributeEntry(own?.get(key), record));
    changed.push(...after.values());
    const attributes = [...after.values()];
    work.tell(events, { kind: 'attributes-changed', assetId, attributes, by: 'portal' });
  }
  await work.of(AssetAttributeRepository).putAll(changed);
  return changedAssets;
}

function refuseTooMany(
  own: ReadonlyMap<string, AttributeRecord> | undefined,
  after: ReadonlyMap<string, AttributeRecord>,
): void {
  const added = [...after.keys()].filter((key) => !own?.has(key)).length;
  if (added > 0 && (own?.size ?? 0) + added > assets.MAX_ATTRIBUTES_OF_ASSET) {
    throw badRequest(`An asset has at most ${assets.MAX_ATTRIBUTES_OF_ASSET} attributes.`);
  }
}
