import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconDeviceFloppy,
  IconEye,
  IconFolderOpen,
  IconPencil,
  IconRefresh,
  IconTextPlus,
  IconTrash,
} from '@tabler/icons-react';
import type { Action } from '#app/actions/action.ts';
import { useActions } from '#app/actions/use-actions.ts';
import type { TileDefinition, TileGroup } from '#tile-kit/define-tile.ts';
import { listTiles } from '#tiles/registry.ts';
import { confirm } from '#ui/confirm.ts';
import { useDashboard } from './dashboard-context.ts';
import { isChanged } from './model/dashboard-reducer.ts';
import { newId } from './model/new-id.ts';
import { newTile } from './model/new-tile.ts';
import type { DashboardSaving } from './use-dashboard-saving.ts';
import { useRights } from './use-rights.ts';

interface DashboardActionsOptions {
  saving: DashboardSaving;
  isViewOnly: boolean;
  setViewOnly: (isViewOnly: boolean) => void;
  /** Where new tiles go. */
  activeTabId: string | undefined;
}

export interface DashboardActions {
  readonly file: readonly Action[];
  readonly edit: readonly Action[];
  readonly addTile: readonly { readonly group: TileGroup; readonly actions: readonly Action[] }[];
  addTileOf(definition: TileDefinition): void;
}

const groups: readonly TileGroup[] = ['Graphs', 'Indicators', 'Misc'];

/** Everything the dashboard's menu offers: the same actions stand in the command palette and answer to their keys. */
export function useDashboardActions(options: DashboardActionsOptions): DashboardActions {
  const { saving, isViewOnly, setViewOnly, activeTabId } = options;
  const { state, dispatch, record, setDialog } = useDashboard();
  const { mayCreate, mayModify, mayDelete, mayEdit } = useRights();
  const hasChanges = isChanged(state);
  const isEditing = !isViewOnly;

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

  const file: Action[] = [
    {
      id: 'dashboard.save',
      label: 'Save Changes',
      shortcut: 'Mod+S',
      icon: IconDeviceFloppy,
      enabled: (hasChanges || record === undefined) && !saving.isBusy,
      run: () => void saving.save(),
      isOffered: record === undefined ? mayCreate : mayModify,
    },
    {
      id: 'dashboard.save-as',
      label: 'Save As…',
      icon: IconCopy,
      run: () => setDialog({ kind: 'save-as' }),
      isOffered: mayCreate,
    },
    {
      id: 'dashboard.reload',
      label: isViewOnly ? 'Reload dashboard' : 'Discard Changes',
      icon: IconRefresh,
      run: () => void discard(),
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
      id: 'dashboard.delete',
      label: 'Delete Dashboard…',
      icon: IconTrash,
      run: () => void saving.delete(),
      isOffered: mayDelete && record !== undefined,
    },
  ].flatMap(offered);

  const edit: Action[] = [
    {
      id: 'dashboard.add-by-name',
      label: 'Add tile by name…',
      icon: IconTextPlus,
      run: () => setDialog({ kind: 'add-by-name' }),
      isOffered: mayEdit && activeTabId !== undefined,
    },
    {
      id: 'dashboard.undo',
      label: 'Undo',
      shortcut: 'Mod+Z',
      icon: IconArrowBackUp,
      enabled: state.past.length > 0,
      run: () => dispatch({ type: 'undo' }),
      isOffered: isEditing,
    },
    {
      id: 'dashboard.redo',
      label: 'Redo',
      shortcut: 'Mod+Y',
      icon: IconArrowForwardUp,
      enabled: state.future.length > 0,
      run: () => dispatch({ type: 'redo' }),
      isOffered: isEditing,
    },
    {
      id: 'dashboard.mode',
      label: isViewOnly ? 'Edit Mode' : 'View Only Mode',
      shortcut: 'E',
      icon: isViewOnly ? IconPencil : IconEye,
      run: () => setViewOnly(!isViewOnly),
      isOffered: mayEdit,
    },
  ].flatMap(offered);

  const canAdd = mayEdit && activeTabId !== undefined;
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

  useActions([...file, ...edit, ...addTile.flatMap(({ actions }) => actions)]);
  return { file, edit, addTile, addTileOf };
}

type Offer = Omit<Action, 'group'> & { isOffered: boolean };

/** Only what the user can do is offered at all; what makes no sense right now is shown disabled. */
function offered({ isOffered, ...action }: Offer): Action[] {
  return isOffered ? [{ ...action, group: 'Dashboard' }] : [];
}
