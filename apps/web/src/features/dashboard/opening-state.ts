import type { dashboards } from '@telltale/contract';
import { readConfig } from '@telltale/domain/dashboard/read-config.ts';
import { type DashboardState, dashboardReducer, startState } from './model/dashboard-reducer.ts';
import { readDraft } from './model/drafts.ts';
import { newId } from './model/new-id.ts';
import type { OpenedDashboard } from './use-dashboard-record.ts';

interface OpeningState {
  readonly state: DashboardState;
  readonly record: dashboards.Dashboard | undefined;
  readonly problem: string | undefined;
  /** Whether unsaved changes of an earlier visit are on screen again. */
  readonly hasDraft: boolean;
}

/** What a dashboard opens with: what is stored, and on top of it the changes that were never saved. */
export function openingState({ record, config }: OpenedDashboard): OpeningState {
  const { model, problem } = readConfig(config, newId);
  const state = startState(model);
  const stored = { state, record, problem, hasDraft: false };
  const draft = record === undefined ? undefined : readDraft(record.dashboardId);
  if (record === undefined || draft === undefined || draft.config === config) return stored;
  const drafted = readConfig(draft.config, newId);
  if (drafted.problem !== undefined) return stored;
  return {
    // A step like any other, so that undo leads back to what is stored.
    state: dashboardReducer(state, { type: 'edit', edit: { kind: 'replace', model: drafted.model } }),
    record: { ...record, version: draft.version },
    problem: undefined,
    hasDraft: true,
  };
}
