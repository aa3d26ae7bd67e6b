import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { Action } from '#actions/action.ts';
import { useActions } from '#actions/use-actions.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { isChanged } from '../model/dashboard-reducer.ts';
import type { PlaybackBarState } from '../playback/bar/use-playback-bar.ts';
import type { DashboardSaving } from '../saving/use-dashboard-saving.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { useRights } from '../subject/use-rights.ts';
import { offered } from './offered.ts';
import { type AddTiles, useAddTiles } from './use-add-tiles.ts';
import { useEditSteps } from './use-edit-steps.ts';
import type { TileEditing } from './use-tile-editing.ts';
import { useToolActions } from './use-tool-actions.ts';

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

export interface DashboardActions extends AddTiles {
  readonly file: readonly Action[];
  /** One action where tiles can be added, none elsewhere. */
  readonly addOfItems: readonly Action[];
  readonly addByName: readonly Action[];
  readonly edit: readonly Action[];
  readonly tools: readonly Action[];
}

/** Everything the dashboard's menu offers: the same actions stand in the command palette and answer to their keys. */
export function useDashboardActions(options: DashboardActionsOptions): DashboardActions {
  const { saving, isViewOnly, setViewOnly, active, editing, playback, isPast } = options;
  const hasTab = active !== undefined;
  const { selection, clipboard } = editing;
  const { state, dispatch, setDialog } = useDashboard();
  const { record } = state;
  const { mayCreate, mayModify, mayDelete, mayEdit, mayChangeOwn } = useRights();
  const hasChanges = isChanged(state);
  const isEditing = !isViewOnly;
  const steps = useEditSteps(active?.tab.id);
  const adding = useAddTiles({ tabId: active?.tab.id, isPast, setViewOnly, editing });

  async function discard(): Promise<void> {
    const message = 'All changes since the last save are lost. Are you sure?';
    if (hasChanges && !(await confirm({ message, confirmLabel: 'Discard', isDestructive: true }))) return;
    await saving.reload();
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
      icon: lateIcon('IconDeviceFloppy'),
      enabled: (hasChanges || record === undefined) && !state.isBusy && !isPast,
      run: () => void saving.save(),
      isOffered: record === undefined ? mayCreate : mayModify,
    },
    {
      id: 'dashboard.save-as',
      label: 'Save As…',
      icon: lateIcon('IconCopy'),
      run: () => setDialog({ kind: 'save-as' }),
      enabled: !isPast,
      isOffered: mayCreate,
    },
    {
      id: 'dashboard.rename',
      label: 'Rename Dashboard…',
      icon: lateIcon('IconCursorText'),
      run: () => setDialog({ kind: 'rename' }),
      enabled: !isPast,
      isOffered: record !== undefined && mayModify,
    },
    {
      id: 'dashboard.reload',
      label: isViewOnly ? 'Reload dashboard' : 'Discard Changes',
      icon: lateIcon('IconRefresh'),
      run: () => void discard(),
      enabled: !(isPast && hasChanges),
      isOffered: true,
    },
    {
      id: 'dashboard.load',
      label: 'Load Dashboard…',
      icon: lateIcon('IconFolderOpen'),
      run: () => setDialog({ kind: 'load' }),
      isOffered: true,
    },
    {
      id: 'dashboard.history',
      label: 'Versions…',
      icon: lateIcon('IconHistory'),
      keywords: 'history restore diff who changed',
      run: () => setDialog({ kind: 'history' }),
      // An earlier version can be restored there.
      enabled: !isPast,
      isOffered: record !== undefined,
    },
    {
      id: 'dashboard.set-default',
      label: 'Set Default Dashboard…',
      icon: lateIcon('IconStar'),
      run: () => setDialog({ kind: 'set-default' }),
      enabled: !isPast,
      isOffered: record !== undefined && mayChangeOwn,
    },
    {
      id: 'dashboard.delete',
      label: 'Delete Dashboard…',
      icon: lateIcon('IconTrash'),
      run: () => void saving.delete(),
      enabled: !isPast,
      isOffered: mayDelete && record !== undefined,
    },
  ].flatMap(offered);

  const addOfItems: Action[] = [
    {
      id: 'dashboard.add-of-items',
      label: 'Add tiles from data items…',
      icon: lateIcon('IconPlaylistAdd'),
      keywords: 'several at once gauges indicators charts',
      run: () => setDialog({ kind: 'add-of-items' }),
      enabled: !isPast,
      isOffered: mayEdit && hasTab,
    },
  ].flatMap(offered);

  const addByName: Action[] = [
    {
      id: 'dashboard.add-by-name',
      label: 'Add tile by name…',
      icon: lateIcon('IconTextPlus'),
      run: () => setDialog({ kind: 'add-by-name' }),
      enabled: !isPast,
      isOffered: mayEdit && hasTab,
    },
  ].flatMap(offered);

  const edit: Action[] = [
    {
      id: 'dashboard.undo',
      label: steps.labels.undo,
      shortcut: 'Mod+Z',
      isFieldKey: true,
      icon: lateIcon('IconArrowBackUp'),
      enabled: state.past.length > 0,
      run: steps.undo,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.redo',
      label: steps.labels.redo,
      shortcut: 'Mod+Y',
      otherShortcut: 'Mod+Shift+Z',
      isFieldKey: true,
      icon: lateIcon('IconArrowForwardUp'),
      enabled: state.future.length > 0,
      run: steps.redo,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.cut',
      label: 'Cut tiles',
      icon: lateIcon('IconCut'),
      run: clipboard.cut,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.copy',
      label: 'Copy tiles',
      icon: lateIcon('IconCopy'),
      run: clipboard.copy,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.paste',
      label: 'Paste tiles',
      icon: lateIcon('IconClipboard'),
      run: clipboard.paste,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.select-all',
      label: 'Select all tiles',
      shortcut: 'Mod+A',
      isFieldKey: true,
      icon: lateIcon('IconSelectAll'),
      run: () => selection.set(active?.tiles.map(({ id }) => id) ?? []),
      isOffered: isEditing,
    },
    {
      id: 'dashboard.select-none',
      label: 'End the selection',
      shortcut: 'Escape',
      icon: lateIcon('IconDeselect'),
      run: () => selection.set([]),
      isOffered: isEditing && selection.ids.size > 0,
    },
    {
      id: 'dashboard.delete-selected',
      label: 'Delete selected tiles',
      shortcut: 'Delete',
      otherShortcut: 'Backspace',
      icon: lateIcon('IconTrash'),
      run: deleteSelected,
      isOffered: isEditing,
    },
    {
      id: 'dashboard.mode',
      label: isViewOnly ? 'Edit Mode' : 'View Only Mode',
      shortcut: 'E',
      icon: isViewOnly ? lateIcon('IconPencil') : lateIcon('IconEye'),
      enabled: !isPast,
      run: () => setViewOnly(!isViewOnly),
      isOffered: mayEdit,
    },
  ].flatMap(offered);

  const tools = useToolActions(playback);
  const ways = [...addOfItems, ...addByName];
  useActions([...file, ...ways, ...edit, ...tools, ...adding.addTile.flatMap(({ actions }) => actions)]);
  return { file, addOfItems, addByName, edit, tools, ...adding };
}
