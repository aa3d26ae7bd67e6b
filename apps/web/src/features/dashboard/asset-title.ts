import type { assets } from '@telltale/contract';

/** What an asset's dashboard is titled: alias, else serial number, else the definition's name (spec 1 §2). */
export function assetTitle(asset: assets.Asset): string {
  return asset.assetAlias || asset.serialNumber || asset.assetDefinition.assetDefinitionName;
}
