import { type find, permissionId } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import type { DashboardNames, NamedDashboard } from './dashboard-names.ts';
import type { AssetsInSight, Finder } from './finder.ts';
import type { Words } from './words.ts';

export interface DashboardFinderSources {
  names: DashboardNames;
  assets: AssetsInSight;
  systems: (
    caller: Caller,
    words: Words,
  ) => Promise<Iterable<{ systemId: number; systemDefinitionId: number; name: string }>>;
}

/** The part of an address that opens a dashboard, and the words for it. */
type Place = Pick<find.Found, 'assetId' | 'assetDefinitionId' | 'systemId'> & { name: string };

interface Seen {
  readonly dashboard: NamedDashboard;
  readonly place: Place;
}

const VIEW = permissionId('Dashboard', 'View');

/** Finds dashboards, their tabs and their tiles; each is opened on an asset or a system that the caller sees. */
export function dashboardFinders(sources: DashboardFinderSources): Finder[] {
  const seenBySearch = new WeakMap<Words, Promise<Seen[]>>();
  const seenIn = (caller: Caller, words: Words) => {
    const seen = seenBySearch.get(words) ?? listSeen(sources, caller, words);
    seenBySearch.set(words, seen);
    return seen;
  };
  return [
    {
      kind: 'dashboard',
      permissionId: VIEW,
      async *find(caller, words) {
        for (const { dashboard, place } of await seenIn(caller, words)) {
          const { dashboardId, dashboardName } = dashboard;
          if (!words.areIn(dashboardName, place.name)) continue;
          yield { label: dashboardName, detail: place.name, dashboardId, ...idsOf(place) };
        }
      },
    },
    {
      kind: 'tab',
      permissionId: VIEW,
      async *find(caller, words) {
        for (const { dashboard, place } of await seenIn(caller, words)) {
          const { dashboardId, dashboardName } = dashboard;
          for (const { tabId, name } of tabsInSight(caller, dashboard)) {
            if (words.maskOf(name) === 0 || !words.areIn(name, dashboardName, place.name)) continue;
            yield { label: name, detail: `${dashboardName} · ${place.name}`, dashboardId, tabId, ...idsOf(place) };
          }
        }
      },
    },
    {
      kind: 'tile',
      permissionId: VIEW,
      async *find(caller, words) {
        for (const { dashboard, place } of await seenIn(caller, words)) {
          const { dashboardId, dashboardName } = dashboard;
          for (const { tabId, name, tiles, titles } of tabsInSight(caller, dashboard)) {
            // A word of none of the tiles says so for all of them at once.
            const any = words.maskOfLower(titles);
            if (any === 0) continue;
            const around = words.maskOf(name) | words.maskOf(dashboardName) | words.maskOf(place.name);
            if ((any | around) !== words.full) continue;
            for (const { tileId, title, lower } of tiles) {
              const own = words.maskOfLower(lower);
              if (own === 0 || (own | around) !== words.full) continue;
              const detail = `${name} · ${dashboardName} · ${place.name}`;
              yield { label: title, detail, dashboardId, tabId, tileId, ...idsOf(place) };
            }
          }
        }
      },
    },
  ];
}

function tabsInSight(caller: Caller, dashboard: NamedDashboard) {
  return dashboard.tabs.filter(({ permissionId: needed }) => needed === undefined || holds(caller, needed));
}

function idsOf({ name: _, ...ids }: Place) {
  return ids;
}

async function listSeen(
  { names, assets, systems }: DashboardFinderSources,
  caller: Caller,
  words: Words,
): Promise<Seen[]> {
  const byAssetDefinition = new Map<number, Place>();
  for (const { assetId, assetDefinitionId, name } of await assets(caller, words)) {
    if (!byAssetDefinition.has(assetDefinitionId))
      byAssetDefinition.set(assetDefinitionId, { assetId, assetDefinitionId, name });
  }
  const bySystemDefinition = new Map<number, Place>();
  for (const { systemId, systemDefinitionId, name } of await systems(caller, words)) {
    if (!bySystemDefinition.has(systemDefinitionId))
      bySystemDefinition.set(systemDefinitionId, { systemId: systemId as NonNullable<Place['systemId']>, name });
  }
  return (await names.list(words)).flatMap((dashboard) => {
    const { assetDefinitionId, systemDefinitionId } = dashboard;
    const place =
      assetDefinitionId === null
        ? bySystemDefinition.get(systemDefinitionId ?? 0)
        : byAssetDefinition.get(assetDefinitionId);
    return place === undefined ? [] : [{ dashboard, place }];
  });
}
