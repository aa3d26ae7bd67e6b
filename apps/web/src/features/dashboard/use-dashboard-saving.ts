import { useQueryClient } from '@tanstack/react-query';
import { DEFAULT_DASHBOARD_NAME, dashboards } from '@telltale/contract';
import { mergeDashboards } from '@telltale/domain/dashboard/dashboard-merge.ts';
import type { DashboardModel } from '@telltale/domain/dashboard/dashboard-model.ts';
import { readConfig, writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import type { Side } from '@telltale/domain/dashboard/three-way.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toast.ts';
import { type TheirSave, useDashboard } from './dashboard-context.ts';
import { useDashboardAddress } from './dashboard-path.ts';
import { dropAllDrafts, dropDraft } from './model/drafts.ts';
import { useDraftKey } from './use-draft-key.ts';
import { useRights } from './use-rights.ts';

/** So often somebody else may save while we merge, before we say so instead of trying again. */
const MAX_MERGES = 5;

/** Saving, copying, reloading and deleting the dashboard on screen (spec 2 §7). */
export function useDashboardSaving() {
  const { subject, state, dispatch, record, setRecord, problem, setProblem, reopen, setDialog } = useDashboard();
  const { setBuilder, openDashboard } = useDashboardAddress();
  const queryClient = useQueryClient();
  const draftKey = useDraftKey(record?.dashboardId);
  const { mayCreate } = useRights();
  const [isBusy, setBusy] = useState(false);

  function store(model: DashboardModel, target: { dashboardId: number; dashboardName: string; version?: number }) {
    return callApi(dashboards.saveDashboard, {
      body: { ...target, dashboardId: target.dashboardId as 0, ...subject.owner, config: writeConfig(model) },
    });
  }

  /** Runs one of the actions below at a time, and says what went wrong. */
  async function guarded(act: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toast(`The dashboard was not changed. ${messageOf(error)}`, 'error');
    } finally {
      setBusy(false);
    }
  }

  function finish(saved: dashboards.Dashboard, model: DashboardModel, mergedWith: readonly string[]): void {
    dispatch({ type: 'saved', model });
    setRecord(saved);
    setProblem(undefined);
    setDialog(undefined);
    setBuilder(false);
    const people = [...new Set(mergedWith)].join(', ');
    toast(people === '' ? 'Dashboard saved.' : `Dashboard saved, with the changes that ${people} made meanwhile.`);
    void queryClient.invalidateQueries({ queryKey: ['dashboards'], predicate: isNotOpened });
  }

  /**
   * Stores what is on screen. What others stored meanwhile is merged in tile by tile; where both changed the same
   * thing, nothing is stored before the user has chosen.
   * @param first what the user has chosen about somebody else's save
   */
  async function saveMerged(first?: { theirs: TheirSave; choose: (conflictId: string) => Side }): Promise<void> {
    let current = { base: state.baseline, mine: state.working, stored: record };
    let theirs = first?.theirs;
    const mergedWith: string[] = [];
    for (let merges = 0; ; merges++) {
      if (theirs !== undefined) {
        const choose = merges === 0 ? first?.choose : undefined;
        const { merged, conflicts } = mergeDashboards(current.base, current.mine, theirs.model, choose);
        if (conflicts.length > 0 && choose === undefined) {
          setDialog({ kind: 'conflict', theirs });
          return;
        }
        dispatch({ type: 'merge', theirs: theirs.model, known: [current.mine, merged], ...(choose ? { choose } : {}) });
        setRecord(theirs.record);
        mergedWith.push(theirs.record.modifiedBy);
        current = { base: theirs.model, mine: merged, stored: theirs.record };
      }
      try {
        const { dashboardId = 0, dashboardName = DEFAULT_DASHBOARD_NAME, version } = current.stored ?? {};
        const target = { dashboardId, dashboardName, ...(version === undefined ? {} : { version }) };
        finish(await store(current.mine, target), current.mine, mergedWith);
        return;
      } catch (error) {
        if (isGone(error)) {
          const whatNow = mayCreate ? ' Save your work as another one.' : '';
          toast(`Somebody has deleted this dashboard meanwhile.${whatNow}`, 'error');
          setDialog(mayCreate ? { kind: 'save-as' } : undefined);
          return;
        }
        if (!isSavedInBetween(error) || current.stored === undefined || merges >= MAX_MERGES) throw error;
        theirs = await readTheirs(current.stored.dashboardId);
      }
    }
  }

  return {
    isBusy,

    async save(): Promise<void> {
      const replaces = `${problem} Saving replaces it.`;
      if (problem !== undefined && !(await confirm({ message: replaces, confirmLabel: 'Replace' }))) return;
      await guarded(() => saveMerged());
    },

    /** Stores what was merged with somebody else's save as the user has chosen. */
    saveChosen: (theirs: TheirSave, choose: (conflictId: string) => Side) =>
      guarded(() => saveMerged({ theirs, choose })),

    saveAs: (dashboardName: string) =>
      guarded(async () => {
        const model = state.working;
        const saved = await store(model, { dashboardId: 0, dashboardName });
        if (draftKey !== undefined) dropDraft(draftKey);
        // At once, so that nothing is unsaved any more when the address changes.
        flushSync(() => {
          dispatch({ type: 'saved', model });
          setDialog(undefined);
        });
        toast(`Saved as ‘${saved.dashboardName}’.`);
        openDashboard(saved.dashboardId, true);
        await queryClient.invalidateQueries({ queryKey: ['dashboards'], predicate: isNotOpened });
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
        setRecord(version === record.version ? renamed : { ...record, dashboardName });
      } catch (error) {
        return messageOf(error);
      }
      setDialog(undefined);
      toast(`This dashboard is called ‘${dashboardName}’ now.`);
      await queryClient.invalidateQueries({ queryKey: ['dashboards'], predicate: isNotOpened });
      return undefined;
    },

    /** The stored dashboard again, whatever was changed here. */
    reload: () =>
      guarded(async () => {
        const opened = await reopen();
        if (opened === undefined) return;
        setDialog(undefined);
        setBuilder(false);
        if (opened.record !== undefined && opened.record.version === record?.version) {
          dispatch({ type: 'discard' });
          return;
        }
        const { model, problem: found } = readConfig(opened.config);
        dispatch({ type: 'load', model });
        setProblem(found);
        if (opened.record !== undefined) setRecord(opened.record);
      }),

    /** An earlier version again, stored as the newest; a step like any other, so that undo leads back. */
    restore: (version: number) =>
      guarded(async () => {
        if (record === undefined) return;
        const { dashboardId } = record;
        const restored = await callApi(dashboards.restoreDashboardVersion, { params: { dashboardId, version } });
        const { model, problem: found } = readConfig(restored.config);
        dispatch({ type: 'edit', edit: { kind: 'replace', model, label: `Restore version ${version}` } });
        dispatch({ type: 'saved', model });
        setRecord(restored);
        setProblem(found);
        setDialog(undefined);
        toast(`Version ${version} is back, saved as version ${restored.version}.`);
        await queryClient.invalidateQueries({ queryKey: ['dashboards'], predicate: isNotOpened });
      }),

    delete: async (): Promise<void> => {
      if (record === undefined || isBusy) return;
      const message = `‘${record.dashboardName}’ will be deleted for everybody who uses it. Are you sure?`;
      const isSure = await confirm({
        message,
        title: 'Delete dashboard',
        confirmLabel: 'Delete',
        isDestructive: true,
      });
      if (!isSure) return;
      await guarded(async () => {
        await callApi(dashboards.deleteDashboard, { params: { dashboardId: record.dashboardId } });
        if (draftKey !== undefined) dropAllDrafts(draftKey);
        flushSync(() => dispatch({ type: 'discard' }));
        toast(`‘${record.dashboardName}’ was deleted.`);
        openDashboard(undefined);
        await queryClient.invalidateQueries({ queryKey: ['dashboards'] });
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
