import type { Tile } from '@telltale/contract';
import { type DashboardModel, findTab, findTile } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { Edit } from './edits.ts';

/** Says in words what an edit does, for undo, redo and the list of steps: 'Delete Dial Gauge'. */
export function describeEdit(model: DashboardModel, edit: Edit): string {
  const tabName = (tabId: string) => `tab ‘${findTab(model, tabId)?.tab.name ?? tabId}’`;
  switch (edit.kind) {
    case 'add-tile':
      return `Add ${tileName(edit.tile)}`;
    case 'add-tiles':
      return `Add ${nameOfNew(edit.tiles)}`;
    case 'edit-tile':
      return `Edit ${nameOf(model, edit.tileId)}`;
    case 'clone-tile':
      return `Clone ${nameOf(model, edit.tileId)}`;
    case 'delete-tiles':
      return `Delete ${nameOfAll(model, edit.tileIds)}`;
    case 'paste-tiles':
      return `Paste ${nameOfNew(edit.tiles.map(({ tile }) => tile))}`;
    case 'move-tiles':
      return `Move ${nameOfAll(model, edit.tileIds)} to ${tabName(edit.tabId)}`;
    case 'set-layout':
      return 'Arrange tiles';
    case 'add-tab':
      return 'Add tab';
    case 'edit-tab':
      return `Edit ${tabName(edit.tabId)}`;
    case 'delete-tab':
      return `Delete ${tabName(edit.tabId)}`;
    case 'swap-tabs':
      return `Swap ${tabName(edit.firstId)} and ${tabName(edit.secondId)}`;
    case 'set-zone':
      return edit.zone === undefined ? 'Take the time zone away' : `Set the time zone ${edit.zone}`;
    case 'replace':
      return edit.label;
  }
}

/** What a tile is called: its title, else the name of its type. */
export function tileName({ properties: { title, type } }: Tile): string {
  return title || type.name || type.value || 'tile';
}

function nameOfNew(tiles: readonly Tile[]): string {
  const [first] = tiles;
  return tiles.length === 1 && first !== undefined ? tileName(first) : `${tiles.length} tiles`;
}

/** Tiles in words: the name of one, the number of several. */
export function nameOfAll(model: DashboardModel, tileIds: readonly string[]): string {
  const [first] = tileIds;
  return tileIds.length === 1 && first !== undefined ? nameOf(model, first) : `${tileIds.length} tiles`;
}

function nameOf(model: DashboardModel, tileId: string): string {
  const found = findTile(model, tileId);
  return found === undefined ? 'tile' : tileName(found.tile);
}
