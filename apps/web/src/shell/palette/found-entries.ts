import {
  IconBell,
  IconBox,
  IconDots,
  IconFile,
  IconLayoutDashboard,
  IconLayoutNavbar,
  IconSitemap,
  IconSquare,
  IconUser,
  IconVariable,
} from '@tabler/icons-react';
import type { assets, find } from '@telltale/contract';
import type { Action } from '#actions/action.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { placeOf, placeOfAsset, type Ways } from './place.ts';
import { assetName, definitionName } from './use-asset-index.ts';

/** What a group of things found is called, alone and in a sentence, and its picture. */
export const kindWords: Readonly<
  Record<find.FoundKind, { heading: string; many: string; icon: NonNullable<Action['icon']> }>
> = {
  dashboard: { heading: 'Dashboards', many: 'dashboards', icon: IconLayoutDashboard },
  tab: { heading: 'Tabs', many: 'tabs', icon: IconLayoutNavbar },
  tile: { heading: 'Tiles', many: 'tiles', icon: IconSquare },
  dataItem: { heading: 'Data items', many: 'data items', icon: IconVariable },
  alarm: { heading: 'Open alarms', many: 'open alarms', icon: IconBell },
  file: { heading: 'Files', many: 'files', icon: IconFile },
  system: { heading: 'Systems', many: 'systems', icon: IconSitemap },
  user: { heading: 'Users', many: 'users', icon: IconUser },
};

/** The lines of what the portal found; after a group of which there is more, a line that asks for it. */
export function foundEntries(
  pages: readonly (readonly find.FoundGroup[])[],
  ways: Ways,
  showMore: (kind: find.FoundKind) => void,
): PaletteEntry[] {
  const byKind = Map.groupBy(pages.flat(), ({ kind }) => kind);
  return [...byKind].flatMap(([kind, groups]) => {
    const { heading: group, many, icon } = kindWords[kind];
    const entries = groups
      .flatMap((one) => one.entries)
      .flatMap((found): PaletteEntry[] => {
        const place = placeOf(found, ways);
        return place ? [{ id: idOf(found), label: found.label, group, detail: found.detail, icon, ...place }] : [];
      });
    if (entries.length === 0 || !groups.at(-1)?.hasMore) return entries;
    const run = () => showMore(kind);
    return [
      ...entries,
      { id: `more.${kind}`, label: `More ${many}`, group, detail: '', icon: IconDots, more: kind, run },
    ];
  });
}

export function assetEntry(asset: assets.Asset, ways: Ways): PaletteEntry {
  return {
    id: `asset.${asset.assetId}`,
    label: assetName(asset),
    group: 'Assets',
    detail: definitionName(asset),
    icon: IconBox,
    ...placeOfAsset(asset, ways),
  };
}

function idOf(found: find.Found): string {
  const { kind, assetId, systemId, dashboardId, tabId, tileId, dataItemId, alarmDefinitionId, fileId, userId } = found;
  const ids = [assetId, systemId, dashboardId, tabId, tileId, dataItemId, alarmDefinitionId, fileId, userId];
  return [kind, ...ids.filter((id) => id !== undefined)].join('.').replaceAll(/\s/g, '_');
}
