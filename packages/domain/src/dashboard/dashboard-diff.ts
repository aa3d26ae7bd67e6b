import type { Tab, Tile } from '@telltale/contract';
import type { DashboardModel, DashboardTab } from './dashboard-model.ts';
import { isRecord, ownValue } from './read-json.ts';
import { isSameJson } from './same-json.ts';

/** Where a tile stands, in grid units. */
export interface DiffPlace {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** One setting with its value before and after; undefined where it is not there. */
export interface SettingChange {
  /** The way to it, e.g. `series[0].color`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface TileDiff {
  readonly tileId: string;
  /** As it is after; a removed one as it was. */
  readonly tile: Tile;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'same';
  readonly before: DiffPlace | undefined;
  readonly after: DiffPlace | undefined;
  readonly settings: readonly SettingChange[];
  /** The tab it came from, when it stood in another one. */
  readonly fromTab: string | undefined;
}

export interface TabDiff {
  readonly tab: Tab;
  readonly kind: 'added' | 'removed' | 'changed' | 'same';
  readonly settings: readonly SettingChange[];
  readonly tiles: readonly TileDiff[];
}

export interface DashboardDiff {
  /** Those of the dashboard after, in order, then those that are gone. */
  readonly tabs: readonly TabDiff[];
  /** Keys of the dashboard itself. */
  readonly settings: readonly SettingChange[];
}

type PlacesOf = (tab: DashboardTab) => ReadonlyMap<string, DiffPlace>;

/** What of a tile says nothing to a reader: a mark that it was submitted, and its own place before layouts. */
const UNSEEN_SETTINGS = ['settingsGuid', 'type.default'];
const UNSEEN_IN_TAB = ['id', 'order'];

/** What differs between two dashboards. `placesOf` tells where the tiles of a tab stand at the layout size shown. */
export function diffDashboards(before: DashboardModel, after: DashboardModel, placesOf: PlacesOf): DashboardDiff {
  const earlier = new Map(before.tabs.map((tab) => [tab.tab.id, tab]));
  const later = new Map(after.tabs.map((tab) => [tab.tab.id, tab]));
  const removed = before.tabs.filter(({ tab }) => !later.has(tab.id));
  const homes = { before: homesOf(before), after: homesOf(after) };
  return {
    tabs: [
      ...after.tabs.map((tab) => diffTab(earlier.get(tab.tab.id), tab, placesOf, homes)),
      ...removed.map((tab) => diffTab(tab, undefined, placesOf, homes)),
    ],
    settings: listChanges(before.kept.document, after.kept.document),
  };
}

/** Whether anything differs. */
export function hasDifferences({ tabs, settings }: DashboardDiff): boolean {
  return (
    settings.length > 0 || tabs.some(({ kind, tiles }) => kind !== 'same' || tiles.some((one) => one.kind !== 'same'))
  );
}

/** The settings that differ, each with the way to it. Arrays are compared place by place. */
export function listChanges(before: unknown, after: unknown, unseen: readonly string[] = []): SettingChange[] {
  const changes: SettingChange[] = [];
  collect('', before, after, changes);
  return changes.filter(({ path }) => !unseen.includes(path));
}

function collect(path: string, before: unknown, after: unknown, changes: SettingChange[]): void {
  if (isSameJson(before, after)) return;
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
      collect(path === '' ? key : `${path}.${key}`, ownValue(before, key), ownValue(after, key), changes);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      collect(`${path}[${index}]`, before[index], after[index], changes);
    }
  } else changes.push({ path, before, after });
}

type Homes = ReadonlyMap<string, { tab: DashboardTab; tile: Tile }>;

function homesOf({ tabs }: DashboardModel): Homes {
  return new Map(tabs.flatMap((tab) => tab.tiles.map((tile) => [tile.id, { tab, tile }] as const)));
}

function diffTab(
  before: DashboardTab | undefined,
  after: DashboardTab | undefined,
  placesOf: PlacesOf,
  homes: { before: Homes; after: Homes },
): TabDiff {
  const places = { before: before && placesOf(before), after: after && placesOf(after) };
  const settings = before && after ? listChanges(before.tab, after.tab, UNSEEN_IN_TAB) : [];
  const tiles = (after?.tiles ?? []).map((tile): TileDiff => {
    const earlier = homes.before.get(tile.id);
    const isHere = earlier?.tab === before;
    const place = { before: isHere ? places.before?.get(tile.id) : undefined, after: places.after?.get(tile.id) };
    const changes = earlier ? tileChanges(earlier.tile, tile) : [];
    const wasMoved = !isHere || !isSameJson(place.before, place.after);
    const kind = earlier === undefined ? 'added' : changes.length > 0 ? 'changed' : wasMoved ? 'moved' : 'same';
    const fromTab = isHere ? undefined : earlier?.tab.tab.name;
    return { tileId: tile.id, tile, kind, ...place, settings: changes, fromTab };
  });
  const gone = (before?.tiles ?? [])
    .filter(({ id }) => !homes.after.has(id))
    .map((tile): TileDiff => {
      const place = { before: places.before?.get(tile.id), after: undefined };
      return { tileId: tile.id, tile, kind: 'removed', ...place, settings: [], fromTab: undefined };
    });
  const kind =
    before === undefined ? 'added' : after === undefined ? 'removed' : settings.length > 0 ? 'changed' : 'same';
  return { tab: (after ?? before)?.tab as Tab, kind, settings, tiles: [...tiles, ...gone] };
}

function tileChanges(before: Tile, after: Tile): SettingChange[] {
  const { properties, dataGrid: _dataGrid, id: _id, ...rest } = after;
  const { properties: earlier, dataGrid: _before, id: _beforeId, ...restBefore } = before;
  return [...listChanges(earlier, properties, UNSEEN_SETTINGS), ...listChanges(restBefore, rest)];
}
