import { useQueryClient } from '@tanstack/react-query';
import { DEFAULT_DASHBOARD_NAME, dashboards } from '@telltale/contract';
import { readConfig, writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toast.ts';
import { useDashboard } from './dashboard-context.ts';
import { useDashboardAddress } from './dashboard-path.ts';
import { dropDraft } from './model/drafts.ts';
import { newId } from './model/new-id.ts';

/** What a 409 says: who saved in between, when, as which version. */
const conflictSchema = z.object({ version: z.number(), modifiedBy: z.string(), modified: z.string() });

/** Saving, copying, reloading and deleting the dashboard on screen (spec 2 §7). */
export function useDashboardSaving() {
  const { asset, state, dispatch, record, setRecord, problem, setProblem, reopen, setDialog } = useDashboard();
  const { setBuilder, openDashboard } = useDashboardAddress();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function store(target: { dashboardId: number; name: string; version: number | undefined }) {
    const model = state.working;
    const saved = await callApi(dashboards.saveDashboard, {
      body: {
        dashboardId: target.dashboardId as 0,
        dashboardName: target.name,
        assetDefinitionId: asset.assetDefinitionId,
        systemDefinitionId: null,
        config: writeConfig(model),
        ...(target.version === undefined ? {} : { version: target.version }),
      },
    });
    return { saved, model };
  }

  /** Runs one of the actions below at a time, and says what went wrong. */
  async function guarded(act: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const conflict =
        error instanceof ApiError && error.status === 409 ? conflictSchema.safeParse(error.details) : null;
      if (conflict?.success) setDialog({ kind: 'conflict', ...conflict.data });
      else toast(`The dashboard was not changed. ${messageOf(error)}`, 'error');
    } finally {
      setBusy(false);
    }
  }

  const saveOver = (version: number | undefined) =>
    guarded(async () => {
      const { saved, model } = await store({
        dashboardId: record?.dashboardId ?? 0,
        name: record?.dashboardName ?? DEFAULT_DASHBOARD_NAME,
        version,
      });
      dispatch({ type: 'saved', model });
      setRecord(saved);
      setProblem(undefined);
      setDialog(undefined);
      setBuilder(false);
      toast('Dashboard saved.');
      void queryClient.invalidateQueries({ queryKey: ['dashboards', 'asset'] });
    });

  return {
    isBusy,

    async save(): Promise<void> {
      const replaces = `${problem} Saving replaces it.`;
      if (problem !== undefined && !(await confirm({ message: replaces, confirmLabel: 'Replace' }))) return;
      await saveOver(record?.version);
    },

    /** Over what somebody else saved in between, as version `version`. */
    overwrite: (version: number) => saveOver(version),

    saveAs: (name: string) =>
      guarded(async () => {
        const { saved, model } = await store({ dashboardId: 0, name, version: undefined });
        if (record !== undefined) dropDraft(record.dashboardId);
        // At once, so that nothing is unsaved any more when the address changes.
        flushSync(() => {
          dispatch({ type: 'saved', model });
          setDialog(undefined);
        });
        toast(`Saved as ‘${saved.dashboardName}’.`);
        openDashboard(saved.dashboardId);
        await queryClient.invalidateQueries({ queryKey: ['dashboards', 'asset'] });
      }),

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
        const { model, problem: found } = readConfig(opened.config, newId);
        dispatch({ type: 'load', model });
        setProblem(found);
        if (opened.record !== undefined) setRecord(opened.record);
      }),

    delete: () =>
      guarded(async () => {
        if (record === undefined) return;
        const message = `‘${record.dashboardName}’ will be deleted for everybody who uses it. Are you sure?`;
        const isSure = await confirm({
          message,
          title: 'Delete dashboard',
          confirmLabel: 'Delete',
          isDestructive: true,
        });
        if (!isSure) return;
        await callApi(dashboards.deleteDashboard, { params: { dashboardId: record.dashboardId } });
        dropDraft(record.dashboardId);
        flushSync(() => dispatch({ type: 'discard' }));
        toast(`‘${record.dashboardName}’ was deleted.`);
        openDashboard(undefined);
        await queryClient.invalidateQueries({ queryKey: ['dashboards'] });
      }),
  };
}

export type DashboardSaving = ReturnType<typeof useDashboardSaving>;
