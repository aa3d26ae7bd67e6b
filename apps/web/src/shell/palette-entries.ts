import type { assets } from '@telltale/contract';
import type { Action } from '#actions/action.ts';

/** How many assets the palette lists; who looks for more types another letter. */
const MAX_ASSETS = 8;

/** One line of the command palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  group: string;
  detail: string;
  shortcut?: string | undefined;
  icon?: Action['icon'] | undefined;
  run: () => void;
}

/** Whether every word typed occurs somewhere in the text. */
function matches(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** The name an asset goes by: its alias, else its serial number. */
export function assetName(asset: Pick<assets.Asset, 'assetAlias' | 'serialNumber'>): string {
  return asset.assetAlias || asset.serialNumber;
}

/**
 * What the palette shows for a query: assets once something is typed, then actions, those of the page before those of the
 * whole portal (which were registered first).
 */
export function paletteEntries(
  query: string,
  actions: readonly Action[],
  assetList: readonly assets.Asset[],
  openAsset: (asset: assets.Asset) => void,
): PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = actions
    .filter((action) => action.enabled !== false && action.id !== 'shell.palette')
    .filter(({ label, group, keywords = '' }) => matches(`${label} ${group} ${keywords}`, words))
    .map(({ id, label, group, shortcut, icon, run }) => ({ id, label, group, detail: '', shortcut, icon, run }));

  const foundAssets: PaletteEntry[] = [];
  for (const asset of words.length > 0 ? assetList : []) {
    const definition = asset.assetDefinition.alias || asset.assetDefinition.assetDefinitionName;
    if (!matches(`${asset.assetAlias} ${asset.serialNumber} ${definition}`, words)) continue;
    foundAssets.push({
      id: `asset.${asset.assetId}`,
      label: assetName(asset),
      group: 'Assets',
      detail: definition,
      run: () => openAsset(asset),
    });
    if (foundAssets.length === MAX_ASSETS) break;
  }
  // Members of a group stand one after another: that is the order the arrow keys follow.
  const groups = [...Map.groupBy(found, (entry) => entry.group).values()].reverse();
  return [...foundAssets, ...groups.flat()];
}
