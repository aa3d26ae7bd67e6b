import {
  IconBell,
  IconBellOff,
  IconBox,
  IconDots,
  IconFile,
  IconFolders,
  IconLayoutDashboard,
  IconLayoutNavbar,
  IconSend,
  IconSitemap,
  IconSquare,
  IconUser,
  IconVariable,
} from '@tabler/icons-react';
import type { assets, find } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
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
  command: { heading: 'Commands', many: 'commands', icon: IconSend },
  alarm: { heading: 'Open alarms', many: 'open alarms', icon: IconBell },
  pastAlarm: { heading: 'Past alarms', many: 'past alarms', icon: IconBellOff },
  file: { heading: 'Files', many: 'files', icon: IconFile },
  assetGroup: { heading: 'Asset groups', many: 'asset groups', icon: IconFolders },
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
        return place
          ? [{ id: idOf(found), label: found.label, group, detail: detailOf(found, ways.zone), icon, ...place }]
          : [];
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

/** Of past alarms many have the same name: when it was raised tells them apart. */
function detailOf({ detail, raised }: find.Found, zone: string): string {
  return raised === undefined ? detail : `${detail} · ${formatDateTime(Date.parse(raised), zone)}`;
}

/** Of everything that tells one from another. */
function idOf({ label: _, detail: _of, assetDefinitionId: _kind, kind, ...ids }: find.Found): string {
  const known = Object.entries(ids).filter(([, id]) => id !== undefined);
  return [kind, ...known.map(([name, id]) => `${name}-${id}`)].join('.').replaceAll(/\s/g, '_');
}
