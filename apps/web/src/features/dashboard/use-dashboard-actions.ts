import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboard,
  IconCopy,
  IconCut,
  IconDeselect,
  IconDeviceFloppy,
  IconEye,
  IconFiles,
  IconFolderOpen,
  IconHistory,
  IconListDetails,
  IconMaximize,
  IconMaximizeOff,
  IconPencil,
  IconPlayerPlay,
  IconPlaylistAdd,
  IconRefresh,
  IconSelectAll,
  IconStar,
  IconTextPlus,
  IconTrash,
} from '@tabler/icons-react';
import type { DataItemSelection } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { Action } from '#app/actions/action.ts';
import { useActions } from '#app/actions/use-actions.ts';
import { setFullScreenButton, useUiStore } from '#app/ui-store.ts';
import type { TileDefinition, TileGroup } from '#tile-kit/define-tile.ts';
import { listTiles } from '#tiles/registry.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toast.ts';
import { useDashboard } from './dashboard-context.ts';
import { isChanged, stepLabels } from './model/dashboard-reducer.ts';
import { newId } from './model/new-id.ts';
import { newTile } from './model/new-tile.ts';
import { tilesOfItems } from './model/tiles-of-items.ts';
import type { PlaybackBarState } from './playback/use-playback-bar.ts';
import { useAssetPanels } from './use-asset-panels.ts';
import type { DashboardSaving } from './use-dashboard-saving.ts';
import { useRights } from './use-rights.ts';
import type { TileEditing } from './use-tile-editing.ts';

interface DashboardActionsOptions {
  saving: DashboardSaving;
  isViewOnly: boolean;
  setViewOnly: (isViewOnly: boolean) => void;
  /** Where new tiles go. */
  active: DashboardTab | undefined;
  editing: TileEditing;
  playback: PlaybackBarState;
  /** The past is shown: nothing can be edited. */
  isPast: boolean;
}

export interface DashboardActions {
  readonly file: readonly Action[];
  readonly edit: readonly Action[];
  readonly tools: readonly Action[];
  readonly addTile: readonly { readonly group: TileGroup; readonly actions: readonly Action[] }[];
  addTileOf(definition: TileDefinition): void;
  /** Adds tiles for data items and selects them; answers how many. */
  addTilesOf(definition: TileDefinition, items: readonly DataItemSelection[]): number;
}

const groups: readonly TileGroup[] = ['Graphs', 'Indicators', 'Misc'];

/** Everything the dashboard's menu offers: the same actions stand in the command palette and answer to their keys. */
export function useDashboardActions(options: DashboardActionsOptions): DashboardActions {
  const { saving, isViewOnly, setViewOnly, active, editing, playback, isPast } = options;
  const activeTabId = active?.tab.id;
  const { selection, clipboard } = editing;
  const { state, dispatch, record, setDialog } = useDashboard();
  const { mayCreate, mayModify, mayDelete, mayEdit, mayChangeOwn } = useRights();
  const hasChanges = isChanged(state);
  const isEditing = !isViewOnly;
  const hasFullScreenButton = useUiStore((ui) => ui.fullScreenButton);
  const labels = stepLabels(state);
  const panels = useAssetPanels();

  async function discard(): Promise<void> {
    const message = 'All changes since the last save are lost. Are you sure?';
    if (hasChanges && !(await confirm({ message, confirmLabel: 'Discard', isDestructive: true }))) return;
    await saving.reload();
  }

  function addTileOf(definition: TileDefinition): void {
    if (activeTabId === undefined) return;
    const tile = newTile(definition, newId());
    dispatch({ type: 'edit', edit: { kind: 'add-tile', tabId: activeTabId, tile } });
    setViewOnly(false);
    setDialog({ kind: 'edit-tile', tileId: tile.id });
  }

  function addTilesOf(definition: TileDefinition, items: readonly DataItemSelection[]): number {
    if (activeTabId === undefined) return 0;
    const tiles = tilesOfItems(definition, items, newId);
    dispatch({ type: 'edit', edit: { kind: 'add-tiles', tabId: activeTabId, tiles } });
    setViewOnly(false);
    selection.set(tiles.map(({ id }) => id));
    return tiles.length;
  }

  function deleteSelected(): void {
    const tileIds = selection.targets();
    if (tileIds.length > 0) dispatch({ type: 'edit', edit: { kind: 'delete-tiles', tileIds } });
    else toast('Select a tile first.');
  }

  const file: Action[] = [
    {
      id: 'dashboard.save',
      label: 'Save Changes',
      shortcut: 'Mod+S',
      icon: IconDeviceFloppy,
      enabled: (hasChanges || record === undefined) && !saving.isBusy && !isPast,
      run: () => void saving.save(),
      isOffered: record === undefined ? mayCreate : mayModify,
    },
    {
      id: 'dashboard.save-as',
      label: 'Save As…',
      icon: IconCopy,
      run: () => setDialog({ kind: 'save-as' }),
      enabled: !isPast,
      isOffered: mayCreate,
    },
    {
      id: 'dashboard.reload',
      label: isViewOnly ? 'Reload dashboard' : 'Discard Changes',
      icon: IconRefresh,
      run: () => void discard(),
      enabled: !(isPast && hasChanges),
      isOffered: true,
    },
    {
      id: 'dashboard.load',
      label: 'Load Dashboard…',
      icon: IconFolderOpen,
      run: () => setDialog({ kind: 'load' }),
      isOffered: true,
    },
    {
      id: 'dashboard.history',
      label: 'Versions…',
      icon: IconHistory,
      keywords: 'history restore diff who changed',
      run: () => setDialog({ kind: 'history' }),
      // An earlier version can be restored there.
      enabled: !isPast,
      isOffered: record !== undefined,
    },
    {
      id: 'dashboard.set-default',
      label: 'Set Default Dashboard…',
      icon: IconStar,
      run: () => setDialog({ kind: 'set-default' }),
      enabled: !isPast,
      isOffered: record !== undefined && mayChangeOwn,
    },
    {
      id: 'dashboard.delete',
      label: 'Delete Dashboard…',
      icon: IconTrash,
      run: () => void saving.delete(),
      enabled: !isPast,
      isOffered: mayDelete && record !== undefined,
    },
  ].flatMap(offered);

  const edit: Action[] = [
    {
      id: 'dashboard.add-of-items',
      label: 'Add tiles from data items…',
      icon: IconPlaylistAdd,
      keywords: 'several at once gauges indicators charts',
      run: () => setDialog({ kind: 'add-of-items' }),
      enabled: !isPast,
      isOffered: mayEdit && activeTabId !== undefined,
    },
    {
      id: 'dashboard.add-by-name',
      label: 'Add tile by name…',
      icon: IconTextPlus,
      run: () => setDialog({ kind: 'add-by-name' }),
      enabled: !isPast,
      isOffered: mayEdit && activeTabId !== undefined,
    },
    {
      id: 'dashboard.undo',
      label: labels.undo,
      shortcut: 'Mod+Z',
      isFieldKey: true,
      icon: IconArrowBackUp,
      enabled: state.past.length > 0,
      run: () => dispatch({ type: 'undo' }),
      isOffered: isEditing,
    },
    {
      id: 'dashboard.redo',
      label: labels.redo,
      shortcut: 'Mod+Y',
      otherShortcut: 'Mod+Shift+Z',
      isFieldKey: true,
      icon: IconArrowForwardUp,
      enabled: state.future.length > 0,
      run: () => dispatch({ type: 'redo' }),
      isOffered: isEditing,
    },
    {
      id: 'dashboard.cut',
      label: 'Cut tiles',
      icon: IconCut,
      run: clipboard.cut,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.copy',
      label: 'Copy tiles',
      icon: IconCopy,
      run: clipboard.copy,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.paste',
      label: 'Paste tiles',
      icon: IconClipboard,
      run: clipboard.paste,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.select-all',
      label: 'Select all tiles',
      shortcut: 'Mod+A',
      isFieldKey: true,
      icon: IconSelectAll,
      run: () => selection.set(active?.tiles.map(({ id }) => id) ?? []),
      isOffered: isEditing,
    },
    {
      id: 'dashboard.select-none',
      label: 'End the selection',
      shortcut: 'Escape',
      icon: IconDeselect,
      run: () => selection.set([]),
      isOffered: isEditing && selection.ids.size > 0,
    },
    {
      id: 'dashboard.delete-selected',
      label: 'Delete selected tiles',
      shortcut: 'Delete',
      otherShortcut: 'Backspace',
      icon: IconTrash,
      run: deleteSelected,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.mode',
      label: isViewOnly ? 'Edit Mode' : 'View Only Mode',
      shortcut: 'E',
      icon: isViewOnly ? IconPencil : IconEye,
      enabled: !isPast,
      run: () => setViewOnly(!isViewOnly),
      isOffered: mayEdit,
    },
  ].flatMap(offered);

  const tools: Action[] = [
    {
      id: 'dashboard.playback',
      label: playback.span === undefined ? 'Playback' : 'Close playback',
      shortcut: 'P',
      icon: IconPlayerPlay,
      keywords: 'past history time replay toggle playback bar',
      run: playback.toggle,
      isOffered: playback.isOffered,
    },
    {
      id: 'dashboard.full-screen-button',
      label: hasFullScreenButton ? 'Hide full screen button' : 'Show full screen button',
      icon: hasFullScreenButton ? IconMaximizeOff : IconMaximize,
      keywords: 'toggle full screen button of tiles',
      run: () => setFullScreenButton(!hasFullScreenButton),
      isOffered: true,
    },
    {
      id: 'dashboard.attributes',
      label: 'Attributes…',
      icon: IconListDetails,
      keywords: 'asset edit panel alias description location images',
      run: panels.showAsset ?? (() => undefined),
      isOffered: panels.showAsset !== undefined,
    },
    {
      id: 'dashboard.files',
      label: 'Files…',
      icon: IconFiles,
      run: panels.showFiles ?? (() => undefined),
      isOffered: panels.showFiles !== undefined,
    },
  ].flatMap(offered);

  const canAdd = mayEdit && !isPast && activeTabId !== undefined;
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

  useActions([...file, ...edit, ...tools, ...addTile.flatMap(({ actions }) => actions)]);
  return { file, edit, tools, addTile, addTileOf, addTilesOf };
}

type Offer = Omit<Action, 'group'> & { isOffered: boolean };

/** Only what the user can do is offered at all; what makes no sense right now is shown disabled. */
function offered({ isOffered, ...action }: Offer): Action[] {
  return isOffered ? [{ ...action, group: 'Dashboard' }] : [];
}
