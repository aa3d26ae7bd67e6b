import { GRID, type LayoutSize, layoutSizes, type Tab, type Tile } from '@telltale/contract';
import {
  type DashboardModel,
  type DashboardTab,
  emptyTab,
  findTab,
} from '@telltale/domain/dashboard/dashboard-model.ts';
import { ZONE_KEY } from '../time/zones.ts';
import { type CopiedTile, copyTiles } from './copied-tile.ts';
import { freePlaces } from './free-places.ts';
import { ownPlace, type TilePlace, tabLayout } from './layout.ts';

/** What somebody decides about a tab. */
export interface TabChoices {
  readonly name: string;
  /** Only its holders see the tab; undefined: everybody does. */
  readonly permissionId: number | undefined;
  /** The layout sizes at which it shows in view-only mode. */
  readonly shownAt: readonly LayoutSize[];
}

/** Everything that can be done to a dashboard. New ids are given, so that the same edits make the same dashboard. */
export type Edit =
  | { kind: 'add-tile'; tabId: string; tile: Tile }
  /** Several at once, wherever they fit without moving another. */
  | { kind: 'add-tiles'; tabId: string; tiles: readonly Tile[] }
  | { kind: 'edit-tile'; tileId: string; properties: Tile['properties'] }
  | { kind: 'clone-tile'; tileId: string; newId: string }
  | { kind: 'delete-tiles'; tileIds: readonly string[] }
  | { kind: 'paste-tiles'; tabId: string; tiles: readonly CopiedTile[] }
  | { kind: 'move-tiles'; tileIds: readonly string[]; tabId: string }
  | { kind: 'set-layout'; tabId: string; size: LayoutSize; layout: readonly TilePlace[] }
  | { kind: 'add-tab'; newId: string; choices: TabChoices }
  | { kind: 'edit-tab'; tabId: string; choices: TabChoices }
  | { kind: 'delete-tab'; tabId: string }
  | { kind: 'swap-tabs'; firstId: string; secondId: string }
  /** The zone in which its times are written; undefined: each reader's own. */
  | { kind: 'set-zone'; zone: string | undefined }
  /** All of it at once: a draft that is taken up again, an earlier version that is looked at. */
  | { kind: 'replace'; model: DashboardModel; label: string };

/** The dashboard after an edit; the same object when the edit changes nothing. */
export function applyEdit(model: DashboardModel, edit: Edit): DashboardModel {
  switch (edit.kind) {
    case 'add-tile':
      return changeTab(model, edit.tabId, (tab) => addTile(tab, edit.tile));
    case 'add-tiles':
      return edit.tiles.length === 0 ? model : changeTab(model, edit.tabId, (tab) => addTiles(tab, edit.tiles));
    case 'edit-tile':
      return changeTabOfTile(model, edit.tileId, (tab) => ({
        ...tab,
        tiles: tab.tiles.map((tile) => (tile.id === edit.tileId ? { ...tile, properties: edit.properties } : tile)),
      }));
    case 'clone-tile':
      return changeTabOfTile(model, edit.tileId, (tab) => cloneTile(tab, edit.tileId, edit.newId));
    case 'delete-tiles':
      return deleteTiles(model, new Set(edit.tileIds));
    case 'paste-tiles':
      return edit.tiles.length === 0 ? model : changeTab(model, edit.tabId, (tab) => pasteTiles(tab, edit.tiles));
    case 'move-tiles':
      return moveTiles(model, edit.tileIds, edit.tabId);
    case 'set-layout':
      return changeTab(model, edit.tabId, (tab) => setLayout(tab, edit.size, edit.layout));
    case 'add-tab':
      return addTab(model, edit.newId, edit.choices);
    case 'edit-tab':
      return changeTab(model, edit.tabId, (tab) => ({ ...tab, tab: chosen(tab.tab, edit.choices) }));
    case 'delete-tab':
      return deleteTab(model, edit.tabId);
    case 'swap-tabs':
      return swapTabs(model, edit.firstId, edit.secondId);
    case 'set-zone':
      return setZone(model, edit.zone);
    case 'replace':
      return edit.model;
  }
}

/** 'tab' plus a running number: the next one that no tab has (spec 1 §4). */
export function nextTabName(model: DashboardModel): string {
  const names = new Set(model.tabs.map(({ tab }) => tab.name));
  let number = model.tabs.length + 1;
  while (names.has(`tab ${number}`)) number++;
  return `tab ${number}`;
}

function setZone(model: DashboardModel, zone: string | undefined): DashboardModel {
  const { [ZONE_KEY]: before, ...others } = model.kept.document;
  if (before === zone) return model;
  const document = zone === undefined ? others : { ...others, [ZONE_KEY]: zone };
  return { ...model, kept: { ...model.kept, document } };
}

function changeTab(model: DashboardModel, tabId: string, change: (tab: DashboardTab) => DashboardTab): DashboardModel {
  if (findTab(model, tabId) === undefined) return model;
  return { ...model, tabs: model.tabs.map((tab) => (tab.tab.id === tabId ? change(tab) : tab)) };
}

function changeTabOfTile(model: DashboardModel, tileId: string, change: (tab: DashboardTab) => DashboardTab) {
  const holder = model.tabs.find(({ tiles }) => tiles.some(({ id }) => id === tileId));
  return holder === undefined ? model : changeTab(model, holder.tab.id, change);
}

/** First in the list and named by no layout yet, the new tile gets its own place and the others make way. */
function addTile(tab: DashboardTab, tile: Tile): DashboardTab {
  return { ...tab, tiles: [tile, ...tab.tiles] };
}

function addTiles(tab: DashboardTab, added: readonly Tile[]): DashboardTab {
  const places = new Map(sizesToArrange(tab).map((size) => [size, placesFor(tab, added, size)]));
  const tiles = added.map((tile): Tile => {
    const place = places.get('lg')?.find(({ i }) => i === tile.id);
    return place === undefined ? tile : { ...tile, dataGrid: { ...tile.dataGrid, x: place.x, y: place.y } };
  });
  return [...places].reduce<DashboardTab>(
    (filled, [size, added]) => setLayout(filled, size, [...tabLayout(tab, size), ...added]),
    { ...tab, tiles: [...tab.tiles, ...tiles] },
  );
}

function placesFor(tab: DashboardTab, added: readonly Tile[], size: LayoutSize): TilePlace[] {
  const wanted = added.map((tile) => ownPlace(tile, size));
  const places = freePlaces(tabLayout(tab, size), wanted, GRID.columns[size]);
  return wanted.map((own, index) => ({ ...own, ...places[index] }));
}

/** A size that nobody arranged follows the desk. */
function sizesToArrange({ layouts }: DashboardTab): LayoutSize[] {
  return layoutSizes.filter((size) => size === 'lg' || layouts[size] !== undefined);
}

function setLayout(tab: DashboardTab, size: LayoutSize, layout: readonly TilePlace[]): DashboardTab {
  const stored = new Map(tab.layouts[size]?.map((item) => [item.i, item]));
  const ids = new Set(tab.tiles.map(({ id }) => id));
  // Keys of a stored item that we don't know stay with it.
  const items = layout.filter(({ i }) => ids.has(i)).map((place) => ({ ...stored.get(place.i), ...place }));
  return { ...tab, layouts: { ...tab.layouts, [size]: items } };
}

/** The copy has the size and the position of its original at every layout size (spec 1 §4). */
function cloneTile(tab: DashboardTab, tileId: string, newId: string): DashboardTab {
  const original = tab.tiles.find(({ id }) => id === tileId);
  if (original === undefined) return tab;
  const clone: Tile = { ...structuredClone(original), id: newId };
  return layoutSizes.reduce<DashboardTab>(
    (copied, size) => {
      const layout = tabLayout(tab, size);
      const place = layout.find(({ i }) => i === tileId);
      return place === undefined ? copied : setLayout(copied, size, [...layout, { ...place, i: newId }]);
    },
    { ...tab, tiles: [...tab.tiles, clone] },
  );
}

/** Below what is there, so that nothing moves; among themselves the tiles stand as they stood. */
function pasteTiles(tab: DashboardTab, copies: readonly CopiedTile[]): DashboardTab {
  const tiles = copies.map(({ tile, places: { lg } }): Tile => {
    const { x, y, w, h } = lg ?? tile.dataGrid;
    return { ...tile, dataGrid: { ...tile.dataGrid, x, y, w, h } };
  });
  return sizesToArrange(tab).reduce<DashboardTab>(
    (pasted, size) => {
      const layout = tabLayout(tab, size);
      const bottom = Math.max(0, ...layout.map(({ y, h }) => y + h));
      const added = copies.map(({ tile, places }): TilePlace => {
        const { x, y, w, h } = places[size] ?? ownPlace(tile, size);
        return { i: tile.id, x, y, w, h };
      });
      const top = Math.min(...added.map(({ y }) => y));
      return setLayout(pasted, size, [...layout, ...added.map((place) => ({ ...place, y: place.y - top + bottom }))]);
    },
    { ...tab, tiles: [...tab.tiles, ...tiles] },
  );
}

function deleteTiles(model: DashboardModel, ids: ReadonlySet<string>): DashboardModel {
  const isAffected = ({ tiles }: DashboardTab) => tiles.some(({ id }) => ids.has(id));
  if (!model.tabs.some(isAffected)) return model;
  return { ...model, tabs: model.tabs.map((tab) => (isAffected(tab) ? removeTiles(tab, ids) : tab)) };
}

/** To another tab, below what is there. */
function moveTiles(model: DashboardModel, tileIds: readonly string[], tabId: string): DashboardModel {
  if (findTab(model, tabId) === undefined) return model;
  const moved = model.tabs.filter(({ tab }) => tab.id !== tabId).flatMap((tab) => copyTiles(tab, tileIds));
  if (moved.length === 0) return model;
  const without = deleteTiles(model, new Set(moved.map(({ tile }) => tile.id)));
  return changeTab(without, tabId, (tab) => pasteTiles(tab, moved));
}

function removeTiles(tab: DashboardTab, ids: ReadonlySet<string>): DashboardTab {
  const layouts = Object.entries(tab.layouts).map(
    ([size, layout]) => [size, layout.filter(({ i }) => !ids.has(i))] as const,
  );
  return { ...tab, tiles: tab.tiles.filter(({ id }) => !ids.has(id)), layouts: Object.fromEntries(layouts) };
}

function addTab(model: DashboardModel, newId: string, choices: TabChoices): DashboardModel {
  const empty = emptyTab(newId, nextTabName(model), model.tabs.length);
  return { ...model, tabs: [...model.tabs, { ...empty, tab: chosen(empty.tab, choices) }] };
}

/** The tab with the choices; an empty name leaves the one it has. Sizes are named only where they hide it. */
function chosen(tab: Tab, { name, permissionId, shownAt }: TabChoices): Tab {
  const { permissionId: _permissionId, xxs: _xxs, sm: _sm, lg: _lg, ...rest } = tab;
  const hidden = layoutSizes.filter((size) => !shownAt.includes(size)).map((size) => [size, false] as const);
  return {
    ...(rest as Tab),
    name: name.trim() || tab.name,
    ...(permissionId === undefined ? {} : { permissionId }),
    ...Object.fromEntries(hidden),
  };
}

/** The last tab stays: a dashboard without any could not be looked at. */
function deleteTab(model: DashboardModel, tabId: string): DashboardModel {
  if (model.tabs.length === 1 || findTab(model, tabId) === undefined) return model;
  return inOrder({ ...model, tabs: model.tabs.filter(({ tab }) => tab.id !== tabId) });
}

function swapTabs(model: DashboardModel, firstId: string, secondId: string): DashboardModel {
  const first = model.tabs.findIndex(({ tab }) => tab.id === firstId);
  const second = model.tabs.findIndex(({ tab }) => tab.id === secondId);
  if (first === -1 || second === -1 || first === second) return model;
  const tabs = model.tabs.map((tab, index) => {
    if (index === first) return model.tabs[second] ?? tab;
    return index === second ? (model.tabs[first] ?? tab) : tab;
  });
  return inOrder({ ...model, tabs });
}

/** Gives every tab the order of its place. */
function inOrder(model: DashboardModel): DashboardModel {
  const tabs = model.tabs.map((tab, order) => (tab.tab.order === order ? tab : { ...tab, tab: { ...tab.tab, order } }));
  return { ...model, tabs };
}
