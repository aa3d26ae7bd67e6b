import { type DashboardState, dashboardReducer, startState } from './model/dashboard-reducer.ts';
import { readDraft } from './model/drafts.ts';
import { newId } from './model/new-id.ts';
import { readConfig } from './model/read-config.ts';
import type { OpenedDashboard } from './use-dashboard-record.ts';

interface OpeningState {
  readonly state: DashboardState;
  readonly problem: string | undefined;
  /** When the unsaved changes that are back on screen were made. */
  readonly draftTimeMs: number | undefined;
}

/** What a dashboard opens with: what is stored, and on top of it the changes that were never saved. */
export function openingState({ record, config }: OpenedDashboard): OpeningState {
  const { model, problem } = readConfig(config, newId);
  const state = startState(model);
  const draft = record === undefined ? undefined : readDraft(record.dashboardId);
  if (draft === undefined || draft.config === config) return { state, problem, draftTimeMs: undefined };
  const drafted = readConfig(draft.config, newId);
  if (drafted.problem !== undefined) return { state, problem, draftTimeMs: undefined };
  // A step like any other, so that undo leads back to what is stored.
  const working = dashboardReducer(state, { type: 'edit', edit: { kind: 'replace', model: drafted.model } });
  return { state: working, problem: undefined, draftTimeMs: draft.timeMs };
}
