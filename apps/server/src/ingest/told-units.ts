import type { AdminId, AssetId, DataItemId, ItemDisplayOverride } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { AssetItemDisplayRepository } from '#features/definitions/asset-item-display-repository.ts';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import {
  type DefinitionDataItemRecord,
  DefinitionDataItemRepository,
} from '#features/definitions/definition-data-item-repository.ts';
import { nameKey } from '#names.ts';

/** Units by label, as a device tells them. */
export type ToldUnits = ReadonlyMap<string, string>;

type Repositories = Pick<Work, 'of'>;

export interface ToldUnitsOptions {
  work: UnitOfWork;
  db: Kysely<Database>;
  /** Told once a change counts: what shows the asset asks anew. */
  described: (unit: Work, assetId: AssetId) => void;
}

interface Device {
  assetId: AssetId;
  adminId: AdminId;
  serialNumber: string;
}

/** What is to be written so that a unit is as the device told it. */
type Change =
  | { kind: 'definition'; item: DefinitionDataItemRecord; unit: string }
  | { kind: 'asset'; item: Item; old: ItemDisplayOverride | undefined; unit: string };

interface Item {
  dataItemId: DataItemId;
  label: string;
  unit: string;
}

/**
 * Units that devices tell of their own data items (decision 0190): they describe the definition where nobody has given
 * a unit, and the single asset where it differs. What a person gave the asset stays.
 */
export class ToldUnitService {
  readonly #options: ToldUnitsOptions;

  constructor(options: ToldUnitsOptions) {
    this.#options = options;
  }

  /** @param before what the device told the last time: a unit that is still that one may follow the device */
  async tell(device: Device, units: ToldUnits, before: ToldUnits): Promise<void> {
    const { work, db, described } = this.#options;
    const repositories: Repositories = { of: (repository) => new repository(db) };
    // Births come often and say the same: nobody waits for a transaction that changes nothing.
    if ((await changesFor(repositories, device, units, before)).length === 0) return;
    await work.run({ name: `device ${device.serialNumber}` }, async (unit) => {
      const changes = await changesFor(unit, device, units, before);
      const concerned = new Set<AssetId>();
      for (const change of changes) {
        for (const assetId of await apply(unit, device, change)) concerned.add(assetId);
      }
      for (const assetId of concerned) described(unit, assetId);
    });
  }
}

async function changesFor(
  repositories: Repositories,
  { assetId, adminId }: Device,
  units: ToldUnits,
  before: ToldUnits,
): Promise<Change[]> {
  const asset = await repositories.of(AssetRepository).find(assetId);
  if (!asset) return [];
  const { assetDefinitionId } = asset;
  const defined = byKey(await repositories.of(DefinitionDataItemRepository).list(assetDefinitionId));
  const sent = byKey(await repositories.of(DataItemRepository).listOfAsset(assetId));
  const overrides = await repositories.of(AssetItemDisplayRepository).listOfAsset(assetId);
  const isOwn = await repositories.of(AssetDefinitionRepository).isOnlyOf(assetDefinitionId, adminId);
  const changes: Change[] = [];
  for (const [label, unit] of units) {
    const ofDefinition = defined.get(nameKey(label));
    const item = ofDefinition ?? sent.get(nameKey(label));
    if (!item) continue;
    const old = overrides.get(item.dataItemId);
    if ((old?.unit ?? item.unit) === unit) continue;
    if (old?.unit !== undefined && old.unit !== before.get(label)) continue;
    if (ofDefinition?.unit === '' && old?.unit === undefined && isOwn) {
      changes.push({ kind: 'definition', item: ofDefinition, unit });
    } else {
      changes.push({ kind: 'asset', item, old, unit });
    }
  }
  return changes;
}

/** Answers the assets that are read differently now. */
async function apply(work: Work, { assetId }: Device, change: Change): Promise<AssetId[]> {
  const { kind, item, unit } = change;
  if (kind === 'asset') {
    const { old } = change;
    const { unit: _, ...rest } = old ?? {};
    const after = item.unit === unit ? rest : { ...rest, unit };
    const displays = work.of(AssetItemDisplayRepository);
    if (Object.keys(after).length > 0) await displays.put(assetId, item.dataItemId, after);
    else await displays.delete(assetId, item.dataItemId);
    const what = `how ${item.label} is read changed`;
    work.note({ kind: 'data item', assetId, what, ...(old && { before: old }), after });
    return [assetId];
  }
  const { assetDefinitionId, label } = change.item;
  await work.of(DefinitionDataItemRepository).put({ ...change.item, unit });
  const what = `changed in definition ${assetDefinitionId}`;
  work.note({ kind: 'data item', what, before: { label, unit: '' }, after: { label, unit } });
  return work.of(AssetDefinitionRepository).listAssetIds(assetDefinitionId);
}

function byKey<T extends { label: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [nameKey(item.label), item]));
}
