import { useQueryClient } from '@tanstack/react-query';
import { DEFAULT_DASHBOARD_NAME, dashboards } from '@telltale/contract';
import { mergeDashboards } from '@telltale/domain/dashboard/dashboard-merge.ts';
import type { DashboardModel } from '@telltale/domain/dashboard/dashboard-model.ts';
import { readConfig, writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import type { Side } from '@telltale/domain/dashboard/three-way.ts';
import { flushSync } from 'react-dom';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { dropAllDrafts, dropDraft } from '../model/drafts.ts';
import type { EditorAction, TheirSave } from '../model/editor-reducer.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import { useRights } from '../subject/use-rights.ts';
import { useDraftKey } from './use-draft-key.ts';

/** So often somebody else may save while we merge, before we say so instead of trying again. */
const MAX_MERGES = 5;

/** How a change of what is stored ended: one action for the editor, then what else the user is told and shown. */
interface Outcome {
  readonly action: EditorAction;
  readonly after?: () => void;
}

/** Saving, copying, reloading and deleting the dashboard on screen (spec 2 §7). */
export function useDashboardSaving() {
  const { subject, state, dispatch, reopen } = useDashboard();
  const { record, problem } = state;
  const { setBuilder, openDashboard } = useDashboardAddress();
  const queryClient = useQueryClient();
  const draftKey = useDraftKey(record?.dashboardId);
  const { mayCreate } = useRights();

  function store(model: DashboardModel, target: { dashboardId: number; dashboardName: string; version?: number }) {
    return callApi(dashboards.saveDashboard, {
      body: { ...target, dashboardId: target.dashboardId as 0, ...subject.owner, config: writeConfig(model) },
    });
  }

  function askListsAgain(): void {
    void queryClient.invalidateQueries({ queryKey: queryKeys.dashboards, predicate: isNotOpened });
  }

  /** Runs one of the actions below at a time, and says what went wrong. */
  async function change(act: () => Promise<Outcome | undefined>): Promise<void> {
    if (state.isBusy) return;
    dispatch({ type: 'begin' });
    let outcome: Outcome | undefined;
    try {
      outcome = await act();
    } catch (error) {
      toast(`The dashboard was not changed. ${messageOf(error)}`, 'error');
    }
    const { action, after }: Outcome = outcome ?? { action: { type: 'stop' } };
    // At once, so that nothing is unsaved any more when the address changes.
    flushSync(() => dispatch(action));
    after?.();
  }

  function saved(stored: dashboards.Dashboard, model: DashboardModel, mergedWith: readonly string[]): Outcome {
    return {
      action: { type: 'saved', model, record: stored },
      after: () => {
        setBuilder(false);
        const people = [...new Set(mergedWith)].join(', ');
        toast(people === '' ? 'Dashboard saved.' : `Dashboard saved, with the changes that ${people} made meanwhile.`);
        askListsAgain();
      },
    };
  }

  /**
   * Stores what is on screen. What others stored meanwhile is merged in tile by tile; where both changed the same
   * thing, nothing is stored before the user has chosen.
   * @param first what the user has chosen about somebody else's save
   */
  async function saveMerged(first?: { theirs: TheirSave; choose: (conflictId: string) => Side }): Promise<Outcome> {
    let current = { base: state.baseline, mine: state.working, stored: record };
    let theirs = first?.theirs;
    const mergedWith: string[] = [];
    for (let merges = 0; ; merges++) {
      if (theirs !== undefined) {
        const choose = merges === 0 ? first?.choose : undefined;
        const { merged, conflicts } = mergeDashboards(current.base, current.mine, theirs.model, choose);
        if (conflicts.length > 0 && choose === undefined) return { action: { type: 'conflict', theirs } };
        dispatch({ type: 'merge', theirs, known: [current.mine, merged], ...(choose ? { choose } : {}) });
        mergedWith.push(theirs.record.modifiedBy);
        current = { base: theirs.model, mine: merged, stored: theirs.record };
      }
      try {
        const { dashboardId = 0, dashboardName = DEFAULT_DASHBOARD_NAME, version } = current.stored ?? {};
        const target = { dashboardId, dashboardName, ...(version === undefined ? {} : { version }) };
        return saved(await store(current.mine, target), current.mine, mergedWith);
      } catch (error) {
        if (isGone(error)) {
          const whatNow = mayCreate ? ' Save your work as another one.' : '';
          toast(`Somebody has deleted this dashboard meanwhile.${whatNow}`, 'error');
          return { action: { type: 'gone', maySaveAs: mayCreate } };
        }
        if (!isSavedInBetween(error) || current.stored === undefined || merges >= MAX_MERGES) throw error;
        theirs = await readTheirs(current.stored.dashboardId);
      }
    }
  }

  return {
    async save(): Promise<void> {
      const replaces = `${problem} Saving replaces it.`;
      if (problem !== undefined && !(await confirm({ message: replaces, confirmLabel: 'Replace' }))) return;
      await change(() => saveMerged());
    },

    /** Stores what was merged with somebody else's save as the user has chosen. */
    saveChosen: (theirs: TheirSave, choose: (conflictId: string) => Side) =>
      change(() => saveMerged({ theirs, choose })),

    saveAs: (dashboardName: string) =>
      change(async () => {
        const model = state.working;
        const copy = await store(model, { dashboardId: 0, dashboardName });
        if (draftKey !== undefined) dropDraft(draftKey);
        const after = () => {
          toast(`Saved as ‘${copy.dashboardName}’.`);
          openDashboard(copy.dashboardId, true);
          askListsAgain();
        };
        return { action: { type: 'savedAs', model }, after };
      }),

    /** Another name for what is stored; what is not saved stays so. Answers why it could not be done. */
    rename: async (dashboardName: string): Promise<string | undefined> => {
      if (record === undefined) return undefined;
      try {
        const { dashboardId } = record;
        const { config, version } = await callApi(dashboards.getDashboard, { params: { dashboardId } });
        const body = { dashboardId, dashboardName, ...subject.owner, config, version };
        const renamed = await callApi(dashboards.saveDashboard, { body });
        // What others saved since this one was opened is merged in when this one is saved.
        dispatch({ type: 'renamed', record: version === record.version ? renamed : { ...record, dashboardName } });
      } catch (error) {
        return messageOf(error);
      }
      toast(`This dashboard is called ‘${dashboardName}’ now.`);
      askListsAgain();
      return undefined;
    },

    /** The stored dashboard again, whatever was changed here. */
    reload: () =>
      change(async () => {
        const opened = await reopen();
        if (opened === undefined) return undefined;
        const action = { type: 'reloaded', record: opened.record, ...readConfig(opened.config) } as const;
        return { action, after: () => setBuilder(false) };
      }),

    /** An earlier version again, stored as the newest. */
    restore: (version: number) =>
      change(async () => {
        if (record === undefined) return undefined;
        const { dashboardId } = record;
        const restored = await callApi(dashboards.restoreDashboardVersion, { params: { dashboardId, version } });
        const action = { type: 'restored', version, record: restored, ...readConfig(restored.config) } as const;
        const after = () => {
          toast(`Version ${version} is back, saved as version ${restored.version}.`);
          askListsAgain();
        };
        return { action, after };
      }),

    delete: async (): Promise<void> => {
      if (record === undefined || state.isBusy) return;
      const message = `‘${record.dashboardName}’ will be deleted for everybody who uses it. Are you sure?`;
      const isSure = await confirm({
        message,
        title: 'Delete dashboard',
        confirmLabel: 'Delete',
        isDestructive: true,
      });
      if (!isSure) return;
      await change(async () => {
        await callApi(dashboards.deleteDashboard, { params: { dashboardId: record.dashboardId } });
        if (draftKey !== undefined) dropAllDrafts(draftKey);
        const after = () => {
          toast(`‘${record.dashboardName}’ was deleted.`);
          openDashboard(undefined);
          void queryClient.invalidateQueries({ queryKey: queryKeys.dashboards });
        };
        return { action: { type: 'deleted' }, after };
      });
    },
  };
}

export type DashboardSaving = ReturnType<typeof useDashboardSaving>;

/** The dashboard on screen is asked again on purpose only. */
function isNotOpened({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[1] !== 'opened';
}

function isSavedInBetween(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** @throws ApiError when what they stored cannot be read: nothing may be saved over it unseen */
async function readTheirs(dashboardId: number): Promise<TheirSave> {
  const record = await callApi(dashboards.getDashboard, { params: { dashboardId } });
  const { model, problem } = readConfig(record.config);
  if (problem !== undefined) {
    const what = `${record.modifiedBy} saved in between. ${problem} Use Save As to keep your work.`;
    throw new ApiError(409, 'conflict', what);
  }
  return { record, model };
}
