import { type DataItemId, permissionId } from '@telltale/contract';
import { itemName } from '@telltale/domain';
import type { AssetsInSight, Finder, NamedAsset } from './finder.ts';

/** An asset with what it calls its data items differently from everybody (spec 1 §3, aliasMap). */
export interface AssetWithItems extends NamedAsset {
  readonly aliases: ReadonlyMap<number, string>;
  /** What it has sent. */
  readonly sent: Iterable<{ dataItemId: DataItemId; label: string }>;
}

export interface DataItemFinderSources {
  assets: AssetsInSight<AssetWithItems>;
  /** The data items of every asset definition. */
  defined: () => Promise<Iterable<{ assetDefinitionId: number; dataItemId: DataItemId; label: string }>>;
}

/** Assets that are looked through between two turns of the event loop. */
const ASSETS_PER_TURN = 2_000;

/**
 * Finds data items of assets: at least one word is in the item's name, the others may be in the asset's. Each label is
 * looked at once, however many assets have it.
 */
export function dataItemFinder({ assets, defined }: DataItemFinderSources): Finder {
  return {
    kind: 'dataItem',
    permissionId: permissionId('DataItems', 'View'),
    async *find(caller, words) {
      const byDefinition = Map.groupBy(await defined(), (item) => item.assetDefinitionId);
      const masks = new Map<string, number>();
      const maskOf = (label: string) => {
        const known = masks.get(label) ?? words.maskOf(label);
        masks.set(label, known);
        return known;
      };
      let looked = 0;
      for (const { assetId, assetDefinitionId, name, aliases, sent } of await assets(caller, words)) {
        if (++looked % ASSETS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
        // Of most assets no item is called so, and then their own name does not matter.
        let around: number | undefined;
        const seen = new Set<DataItemId>();
        for (const items of [byDefinition.get(assetDefinitionId) ?? [], sent]) {
          for (const { dataItemId, label } of items) {
            const alias = aliases.get(dataItemId);
            const own = maskOf(label) | (alias ? maskOf(alias) : 0);
            if (own === 0) continue;
            around ??= words.maskOf(name);
            if ((own | around) !== words.full || seen.has(dataItemId)) continue;
            seen.add(dataItemId);
            yield { label: itemName({ label, alias }), detail: name, assetId, dataItemId };
          }
        }
      }
    },
  };
}
