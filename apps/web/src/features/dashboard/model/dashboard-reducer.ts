import { mergeDashboards } from '@telltale/domain/dashboard/dashboard-merge.ts';
import type { DashboardModel } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { Side } from '@telltale/domain/dashboard/three-way.ts';
import { describeEdit } from './describe-edit.ts';
import { applyEdit, type Edit } from './edits.ts';

/** Steps that can be undone. */
const MAX_PAST = 100;

/** One step of editing, as undo and redo need it. */
interface Step {
  /** What it does, for the button that undoes it: 'Delete Dial Gauge'. */
  readonly label: string;
  /** The dashboard on the other side of the step. */
  readonly model: DashboardModel;
  /** Steps of one gesture, such as holding an arrow key, count as one. */
  readonly gesture: string | undefined;
}

/** The dashboard as it is stored, as it is edited now, and how it came there. */
export interface DashboardState {
  readonly baseline: DashboardModel;
  readonly working: DashboardModel;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export type DashboardAction =
  | { type: 'load'; model: DashboardModel }
  | { type: 'edit'; edit: Edit; label?: string; gesture?: string }
  /** The portal has stored this one; edits made while it was on its way stay edits. */
  | { type: 'saved'; model: DashboardModel }
  /** Somebody else stored `theirs` meanwhile: it becomes the ground that every step here stands on. */
  | {
      type: 'merge';
      theirs: DashboardModel;
      /** What one model becomes by it, where that was calculated before: to know it again when it is saved. */
      known: readonly [model: DashboardModel, merged: DashboardModel];
      choose?: (conflictId: string) => Side;
    }
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

/** What undo and redo would do, in words: 'Undo: Delete Dial Gauge'. */
export function stepLabels({ past, future }: DashboardState): { undo: string; redo: string } {
  const [last, next] = [past.at(-1)?.label, future[0]?.label];
  return { undo: last === undefined ? 'Undo' : `Undo: ${last}`, redo: next === undefined ? 'Redo' : `Redo: ${next}` };
}

/** The one way a dashboard changes in the browser. */
export function dashboardReducer(state: DashboardState, action: DashboardAction): DashboardState {
  switch (action.type) {
    case 'load':
      return startState(action.model);
    case 'edit': {
      const label = action.label ?? describeEdit(state.working, action.edit);
      return become(state, applyEdit(state.working, action.edit), label, action.gesture);
    }
    case 'saved':
      return { ...state, baseline: action.model };
    case 'merge':
      return mergeInto(state, action);
    case 'discard':
      // One more step, so that a discard by mistake can be undone as well.
      return become(state, state.baseline, 'Discard changes', undefined);
    case 'undo': {
      const step = state.past.at(-1);
      if (step === undefined) return state;
      const undone = { label: step.label, model: state.working, gesture: undefined };
      return { ...state, working: step.model, past: state.past.slice(0, -1), future: [undone, ...state.future] };
    }
    case 'redo': {
      const [step, ...future] = state.future;
      if (step === undefined) return state;
      const done = { label: step.label, model: state.working, gesture: undefined };
      return { ...state, working: step.model, past: [...state.past, done], future };
    }
  }
}

function become(
  state: DashboardState,
  working: DashboardModel,
  label: string,
  gesture: string | undefined,
): DashboardState {
  if (working === state.working) return state;
  const isSameGesture = gesture !== undefined && state.past.at(-1)?.gesture === gesture;
  const past = isSameGesture ? state.past : [...state.past, { label, model: state.working, gesture }].slice(-MAX_PAST);
  return { ...state, working, past, future: [] };
}

/** Every step gets their changes too, so that undo takes back what was done here and nothing of theirs. */
function mergeInto(state: DashboardState, action: Extract<DashboardAction, { type: 'merge' }>): DashboardState {
  const { theirs, known, choose } = action;
  const { baseline } = state;
  const rebased = new Map([known, [baseline, theirs]]);
  const rebase = (model: DashboardModel): DashboardModel => {
    const before = rebased.get(model);
    if (before !== undefined) return before;
    const { merged } = mergeDashboards(baseline, model, theirs, choose);
    rebased.set(model, merged);
    return merged;
  };
  const rebaseStep = (step: Step): Step => ({ ...step, model: rebase(step.model) });
  return {
    baseline: theirs,
    working: rebase(state.working),
    past: state.past.map(rebaseStep),
    future: state.future.map(rebaseStep),
  };
}
