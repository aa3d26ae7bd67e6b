import type { dashboards } from '@telltale/contract';
import type { DashboardModel } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { Side } from '@telltale/domain/dashboard/three-way.ts';
import { type DashboardAction, type DashboardState, dashboardReducer, startState } from './dashboard-reducer.ts';

/** What somebody else stored while this dashboard was edited here. */
export interface TheirSave {
  readonly record: dashboards.Dashboard;
  readonly model: DashboardModel;
}

/** The dialog that is open over a dashboard. */
export type DashboardDialog =
  | { kind: 'edit-tile'; tileId: string }
  | { kind: 'add-by-name' }
  | { kind: 'add-of-items' }
  | { kind: 'add-tab' }
  | { kind: 'edit-tab'; tabId: string }
  | { kind: 'save-as' }
  | { kind: 'rename' }
  | { kind: 'load' }
  | { kind: 'set-default' }
  | { kind: 'export' }
  | { kind: 'history' }
  | { kind: 'alarms' }
  | { kind: 'maintenance' }
  | { kind: 'conflict'; theirs: TheirSave };

/** A dashboard as the portal has it, read. */
interface StoredDashboard {
  /** Undefined while nothing of it is stored. */
  readonly record: dashboards.Dashboard | undefined;
  readonly model: DashboardModel;
  /** Why the stored text could not be used. */
  readonly problem?: string | undefined;
}

/** The dashboard on screen: its steps, what of it is stored, and what is being done about it. */
export interface EditorState extends DashboardState {
  readonly record: StoredDashboard['record'];
  readonly problem: string | undefined;
  readonly dialog: DashboardDialog | undefined;
  /** The portal is being asked to change what is stored: one thing at a time. */
  readonly isBusy: boolean;
}

export type EditorAction =
  | Extract<DashboardAction, { type: 'edit' | 'undo' | 'redo' }>
  | { type: 'dialog'; dialog: DashboardDialog | undefined }
  /** Something stored is to be changed. One of the actions below ends it. */
  | { type: 'begin' }
  /** It was refused, or there was nothing to do. */
  | { type: 'stop' }
  /** The portal has stored `model`; edits made while it was on its way stay edits. */
  | { type: 'saved'; model: DashboardModel; record: dashboards.Dashboard }
  /** What somebody else stored becomes the ground of every step here; the save goes on. */
  | { type: 'merge'; theirs: TheirSave; known: Known; choose?: (conflictId: string) => Side }
  /** Both changed the same: the user chooses before anything is stored. */
  | { type: 'conflict'; theirs: TheirSave }
  /** Somebody has deleted it: it can be stored as another one only, by who may. */
  | { type: 'gone'; maySaveAs: boolean }
  | { type: 'savedAs'; model: DashboardModel }
  | { type: 'renamed'; record: dashboards.Dashboard }
  /** The stored dashboard again, whatever was changed here. */
  | ({ type: 'reloaded' } & StoredDashboard)
  /** An earlier version is stored again; a step like any other, so that undo leads back. */
  | ({ type: 'restored'; version: number } & StoredDashboard)
  | { type: 'deleted' };

type Known = Extract<DashboardAction, { type: 'merge' }>['known'];

export function startEditor({ record, model, problem }: StoredDashboard): EditorState {
  return { ...startState(model), record, problem, dialog: undefined, isBusy: false };
}

/** No dialog, and nothing under way. */
const AT_REST = { dialog: undefined, isBusy: false } as const;

/** The one way anything about the dashboard on screen changes. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'edit':
    case 'undo':
    case 'redo':
      return step(state, action);
    case 'dialog':
      return { ...state, dialog: action.dialog };
    case 'begin':
      return { ...state, isBusy: true };
    case 'stop':
      return { ...state, isBusy: false };
    case 'saved':
      return { ...step(state, action), ...AT_REST, record: action.record, problem: undefined };
    case 'merge':
      return { ...step(state, { ...action, theirs: action.theirs.model }), record: action.theirs.record };
    case 'conflict':
      return { ...state, dialog: { kind: 'conflict', theirs: action.theirs }, isBusy: false };
    case 'gone':
      return { ...state, dialog: action.maySaveAs ? { kind: 'save-as' } : undefined, isBusy: false };
    case 'savedAs':
      return { ...step(state, { type: 'saved', model: action.model }), ...AT_REST };
    case 'renamed':
      return { ...state, record: action.record, dialog: undefined };
    case 'reloaded':
      return reload(state, action);
    case 'restored': {
      const { record, problem, model, version } = action;
      const edit = { kind: 'replace', model, label: `Restore version ${version}` } as const;
      const restored = step(step(state, { type: 'edit', edit }), { type: 'saved', model });
      return { ...restored, ...AT_REST, record, problem };
    }
    case 'deleted':
      // Busy until the dashboard that opens instead takes its place.
      return step(state, { type: 'discard' });
  }
}

function reload(state: EditorState, { record, model, problem }: StoredDashboard): EditorState {
  // Nobody has saved since: undo still leads to what was discarded.
  if (record !== undefined && record.version === state.record?.version) {
    return { ...step(state, { type: 'discard' }), ...AT_REST };
  }
  return startEditor({ record: record ?? state.record, model, problem });
}

function step(state: EditorState, action: DashboardAction): EditorState {
  const steps = dashboardReducer(state, action);
  return steps === state ? state : { ...state, ...steps };
}
