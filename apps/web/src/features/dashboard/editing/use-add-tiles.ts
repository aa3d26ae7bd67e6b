import type { Action } from '#actions/action.ts';
import type { TileDefinition, TileGroup } from '#tile-kit/define-tile.ts';
import { listTiles } from '#tiles/registry.ts';
import { newId } from '../model/new-id.ts';
import { newTile } from '../model/new-tile.ts';
import { type PickedItems, tilesOfItems } from '../model/tiles-of-items.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { useRights } from '../subject/use-rights.ts';
import type { TileEditing } from './use-tile-editing.ts';

interface AddTilesOptions {
  /** Where new tiles go. */
  tabId: string | undefined;
  isPast: boolean;
  setViewOnly: (isViewOnly: boolean) => void;
  editing: Pick<TileEditing, 'selection' | 'revealAfterDialog'>;
}

export interface AddTiles {
  /** The types that the menu offers, by group; empty groups where nothing can be added. */
  readonly addTile: readonly { readonly group: TileGroup; readonly actions: readonly Action[] }[];
  /** Adds a tile and opens its form. */
  addTileOf(definition: TileDefinition): void;
  /** Adds tiles for data items and selects them; once no dialog is open the first of them is brought into sight. */
  addTilesOf(definition: TileDefinition, picked: PickedItems): void;
}

const groups: readonly TileGroup[] = ['Graphs', 'Indicators', 'Controls', 'Misc'];

/** Adding begins the edit mode. */
export function useAddTiles({ tabId, isPast, setViewOnly, editing }: AddTilesOptions): AddTiles {
  const { selection, revealAfterDialog } = editing;
  const { dispatch, setDialog } = useDashboard();
  const { mayEdit } = useRights();

  function addTileOf(definition: TileDefinition): void {
    if (tabId === undefined) return;
    const tile = newTile(definition, newId());
    dispatch({ type: 'edit', edit: { kind: 'add-tile', tabId, tile } });
    setViewOnly(false);
    setDialog({ kind: 'edit-tile', tileId: tile.id });
  }

  function addTilesOf(definition: TileDefinition, picked: PickedItems): void {
    if (tabId === undefined) return;
    const tiles = tilesOfItems(definition, picked, newId);
    dispatch({ type: 'edit', edit: { kind: 'add-tiles', tabId, tiles } });
    setViewOnly(false);
    selection.set(tiles.map(({ id }) => id));
    if (tiles[0] !== undefined) revealAfterDialog(tiles[0].id);
  }

  const canAdd = mayEdit && !isPast && tabId !== undefined;
  const addTile = groups.map((group) => ({
    group,
    actions: listTiles()
      .filter((definition) => canAdd && definition.group === group)
      .map((definition) => ({
        id: `dashboard.add.${definition.type}`,
        label: definition.label,
        group: 'Add tile',
        icon: definition.icon,
        keywords: `add tile ${group}`,
        run: () => addTileOf(definition),
      })),
  }));
  return { addTile, addTileOf, addTilesOf };
}
