import { GRID, type LayoutSize } from '@telltale/contract';
import { type DashboardTab, findTab, findTile } from '@telltale/domain/dashboard/dashboard-model.ts';
import { AsSent } from '#tile-kit/dashboard-scope.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AlarmsDialog } from '../alarms/AlarmsDialog.tsx';
import type { DashboardActions } from '../editing/use-dashboard-actions.ts';
import { HistoryDialog } from '../history/HistoryDialog.tsx';
import { ConflictDialog } from '../merge/ConflictDialog.tsx';
import { nextTabName, type TabChoices } from '../model/edits.ts';
import { tabLayout } from '../model/layout.ts';
import { newId } from '../model/new-id.ts';
import type { DashboardSaving } from '../saving/use-dashboard-saving.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { tilePath, useDashboardAddress } from '../subject/dashboard-path.ts';
import { useRights } from '../subject/use-rights.ts';
import { EditTileDialog } from '../tile-editor/EditTileDialog.tsx';
import { AddByNameDialog } from './AddByNameDialog.tsx';
import { AddOfItemsDialog } from './AddOfItemsDialog.tsx';
import { ExportOfDashboard } from './ExportOfDashboard.tsx';
import { LoadDialog } from './LoadDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { SaveAsDialog } from './SaveAsDialog.tsx';
import { SetDefaultDialog } from './SetDefaultDialog.tsx';
import { TabDialog } from './TabDialog.tsx';

const CalendarDialog = lazyPart(async () => (await import('./CalendarDialog.tsx')).CalendarDialog);

interface DashboardDialogsProps {
  saving: DashboardSaving;
  actions: DashboardActions;
  size: LayoutSize;
}

/** The dialog that is open, if any. */
export function DashboardDialogs({ saving, actions, size }: DashboardDialogsProps) {
  const { subject, state, dispatch, setDialog } = useDashboard();
  const { record, dialog, isBusy } = state;
  const { mayModify } = useRights();
  const { setTab, openDashboard } = useDashboardAddress();
  const close = () => setDialog(undefined);
  if (dialog === undefined) return null;

  switch (dialog.kind) {
    case 'edit-tile': {
      const found = findTile(state.working, dialog.tileId);
      if (found === undefined) return null;
      return (
        // Limits are typed in the unit in which they are stored, so the preview is in it too.
        <AsSent>
          <EditTileDialog
            key={dialog.tileId}
            tile={found.tile}
            aspect={aspectOf(found.tab, dialog.tileId, size)}
            link={record === undefined ? undefined : tilePath(subject.path, record.dashboardId, dialog.tileId)}
            onSubmit={(properties) => {
              dispatch({ type: 'edit', edit: { kind: 'edit-tile', tileId: dialog.tileId, properties } });
              close();
            }}
            onClose={close}
          />
        </AsSent>
      );
    }
    case 'add-by-name':
      return <AddByNameDialog onAdd={actions.addTileOf} onClose={close} />;
    case 'add-of-items':
      return <AddOfItemsDialog onAdd={actions.addTilesOf} onClose={close} />;
    case 'add-tab': {
      const add = (choices: TabChoices) => {
        const id = newId();
        dispatch({ type: 'edit', edit: { kind: 'add-tab', newId: id, choices } });
        setTab(id);
        close();
      };
      return <TabDialog tab={undefined} defaultName={nextTabName(state.working)} onSubmit={add} onClose={close} />;
    }
    case 'edit-tab': {
      const tab = findTab(state.working, dialog.tabId)?.tab;
      if (tab === undefined) return null;
      const change = (choices: TabChoices) => {
        dispatch({ type: 'edit', edit: { kind: 'edit-tab', tabId: dialog.tabId, choices } });
        close();
      };
      return <TabDialog tab={tab} defaultName={tab.name} onSubmit={change} onClose={close} />;
    }
    case 'save-as':
      return (
        <SaveAsDialog
          name={record === undefined ? '' : `${record.dashboardName} copy`}
          isBusy={isBusy}
          onSave={(name) => void saving.saveAs(name)}
          onClose={close}
        />
      );
    case 'rename':
      if (record === undefined) return null;
      return <RenameDialog name={record.dashboardName} onRename={saving.rename} onClose={close} />;
    case 'load':
      return (
        <LoadDialog
          openedId={record?.dashboardId}
          onLoad={(dashboardId) => {
            close();
            if (dashboardId !== record?.dashboardId) openDashboard(dashboardId);
          }}
          onClose={close}
        />
      );
    case 'conflict':
      return (
        <ConflictDialog
          theirs={dialog.theirs}
          isBusy={isBusy}
          onSave={(choose) => void saving.saveChosen(dialog.theirs, choose)}
          onClose={close}
        />
      );
    case 'history':
      if (record === undefined) return null;
      return (
        <HistoryDialog
          record={record}
          isBusy={isBusy}
          onRestore={mayModify ? (version) => void saving.restore(version) : undefined}
          onClose={close}
        />
      );
    case 'export':
      return <ExportOfDashboard onClose={close} />;
    case 'alarms':
      return <AlarmsDialog onClose={close} />;
    case 'maintenance':
      return <CalendarDialog onClose={close} />;
    case 'set-default':
      return <SetDefaultDialog openedId={record?.dashboardId} onClose={close} />;
  }
}

/** Width over height of a tile as the grid draws it in a window of that layout size. */
function aspectOf(tab: DashboardTab, tileId: string, size: LayoutSize): number {
  const place = tabLayout(tab, size).find(({ i }) => i === tileId);
  if (place === undefined) return 1;
  const columnPx = window.innerWidth / GRID.columns[size];
  return (place.w * columnPx) / (place.h * (GRID.rowHeight + GRID.margin));
}
