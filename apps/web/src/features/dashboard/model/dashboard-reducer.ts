import type { DashboardModel } from '@telltale/domain/dashboard/dashboard-model.ts';
import { applyEdit, type Edit } from './edits.ts';

/** Steps that can be undone. */
const MAX_PAST = 100;

/** The dashboard as it is stored, as it is edited now, and how it came there. */
export interface DashboardState {
  readonly baseline: DashboardModel;
  readonly working: DashboardModel;
  readonly past: readonly DashboardModel[];
  readonly future: readonly DashboardModel[];
}

export type DashboardAction =
  | { type: 'load'; model: DashboardModel }
  | { type: 'edit'; edit: Edit }
  /** The portal has stored this one; edits made while it was on its way stay edits. */
  | { type: 'saved'; model: DashboardModel }
  | { type: 'discard' }
  | { type: 'undo' }
  | { type: 'redo' };

export function startState(model: DashboardModel): DashboardState {
  return { baseline: model, working: model, past: [], future: [] };
}

/** Whether there is something to save. */
export function isChanged({ baseline, working }: DashboardState): boolean {
  return baseline !== working;
}

/** The one way a dashboard changes in the browser. */
export function dashboardReducer(state: DashboardState, action: DashboardAction): DashboardState {
  switch (action.type) {
    case 'load':
      return startState(action.model);
    case 'edit':
      return become(state, applyEdit(state.working, action.edit));
    case 'saved':
      return { ...state, baseline: action.model };
    case 'discard':
      // One more step, so that a discard by mistake can be undone as well.
      return become(state, state.baseline);
    case 'undo': {
      const before = state.past.at(-1);
      if (before === undefined) return state;
      return { ...state, working: before, past: state.past.slice(0, -1), future: [state.working, ...state.future] };
    }
    case 'redo': {
      const [next, ...future] = state.future;
      if (next === undefined) return state;
      return { ...state, working: next, past: [...state.past, state.working], future };
    }
  }
}

function become(state: DashboardState, working: DashboardModel): DashboardState {
  if (working === state.working) return state;
  return { ...state, working, past: [...state.past, state.working].slice(-MAX_PAST), future: [] };
}
