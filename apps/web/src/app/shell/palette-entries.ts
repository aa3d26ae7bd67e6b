import type { assets } from '@telltale/contract';
import type { Action } from '../actions/action.ts';

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

/** What the palette shows for a query: actions first while nothing is typed, assets too once something is. */
export function paletteEntries(
  query: string,
  actions: readonly Action[],
  assetList: readonly assets.Asset[],
  openDashboard: (assetId: number) => void,
): PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = actions
    .filter((action) => action.enabled !== false && action.id !== 'shell.palette')
    .filter(({ label, group, keywords = '' }) => matches(`${label} ${group} ${keywords}`, words))
    .map(({ id, label, group, shortcut, icon, run }) => ({ id, label, group, detail: '', shortcut, icon, run }));
  if (words.length === 0) return inGroups(found);

  const foundAssets: PaletteEntry[] = [];
  for (const asset of assetList) {
    const definition = asset.assetDefinition.alias || asset.assetDefinition.assetDefinitionName;
    if (!matches(`${asset.assetAlias} ${asset.serialNumber} ${definition}`, words)) continue;
    foundAssets.push({
      id: `asset.${asset.assetId}`,
      label: assetName(asset),
      group: 'Assets',
      detail: definition,
      run: () => openDashboard(asset.assetId),
    });
    if (foundAssets.length === MAX_ASSETS) break;
  }
  return inGroups([...foundAssets, ...found]);
}

/** Members of a group one after another, groups in order of their first member: the order the arrow keys follow. */
function inGroups(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return [...Map.groupBy(entries, (entry) => entry.group).values()].flat();
}
