import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { dashboards, permissionId } from '@telltale/contract';
import { ApiError } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { includesPermission, useSessionStore } from '#session/session-store.ts';
import { layoutSizeOf } from '#ui/layout-size.ts';
import { type FoundDraft, readDraft } from '../model/drafts.ts';
import type { DashboardSubject } from '../subject/dashboard-subject.ts';
import { dashboardsOf } from './dashboards-of.ts';
import { chooseDashboard } from './default-choice.ts';

/** A dashboard as it is stored; without a record it is the default one, which this user may not store. */
export interface OpenedDashboard {
  readonly record: dashboards.Dashboard | undefined;
  readonly config: string;
  /** Unsaved changes of an earlier visit, and the config they began with when others have saved since. */
  readonly draft?: FoundDraft & { readonly ground?: string };
}

const CREATE = permissionId('Dashboard', 'Create');

/**
 * The dashboard to show: the one asked for, else the default of the layout size, else the first; where the definition
 * has none, a default one is made (spec 2 §4) and stored if the user may.
 */
export function useDashboardRecord(subject: DashboardSubject | undefined, dashboardId: number | undefined) {
  const mayCreate = useSessionStore(({ permissions }) => includesPermission(permissions, CREATE));
  return useQuery({
    ...openedDashboardQuery(subject, dashboardId, mayCreate),
    enabled: subject !== undefined,
  });
}

function openedDashboardQuery(
  subject: DashboardSubject | undefined,
  dashboardId: number | undefined,
  mayCreate: boolean,
) {
  return queryOptions({
    queryKey: queryKeys.openedDashboard(subject?.path, dashboardId),
    queryFn: ({ client }): Promise<OpenedDashboard> => {
      if (subject === undefined) throw new TypeError('It is not known yet whose dashboard it is.');
      return open(client, subject, dashboardId, mayCreate);
    },
    // Each of its calls is tried again by itself; all of them once more would be nine calls before the failure shows.
    retry: false,
    // What is on screen is being worked on: it is asked again on purpose only.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

async function open(
  client: QueryClient,
  subject: DashboardSubject,
  dashboardId: number | undefined,
  mayCreate: boolean,
): Promise<OpenedDashboard> {
  const list = await client.fetchQuery({ ...dashboardsOf(subject), staleTime: 0 });
  const attributes = {
    own: useSessionStore.getState().user?.attributes ?? [],
    shared: (subject.asset ?? subject.system)?.attributes ?? [],
  };
  const record =
    dashboardId === undefined
      ? chooseDashboard(list, attributes, layoutSizeOf(window.innerWidth))
      : list.find((one) => one.dashboardId === dashboardId);
  if (record !== undefined) return withDraft(record);
  if (dashboardId !== undefined) {
    const what = subject.system === undefined ? 'asset' : 'system';
    throw new ApiError(404, 'not-found', `Dashboard ${dashboardId} does not belong to this ${what}, or was deleted.`);
  }
  const { makeDefault } = await import('./make-default.ts');
  return makeDefault(client, subject, mayCreate);
}

async function withDraft(record: dashboards.Dashboard): Promise<OpenedDashboard> {
  const { config, dashboardId, version } = record;
  const userId = useSessionStore.getState().user?.userId;
  const draft = userId === undefined ? undefined : readDraft({ userId, dashboardId });
  if (draft === undefined) return { record, config };
  if (draft.version === version) return { record, config, draft };
  try {
    const ground = await callApi(dashboards.getDashboardVersion, { params: { dashboardId, version: draft.version } });
    return { record, config, draft: { ...draft, ground: ground.config } };
  } catch (error) {
    // A portal restored from a backup may not know that version any more: then what it has is the ground.
    if (error instanceof ApiError && error.status === 404) return { record, config, draft: { ...draft, version } };
    throw error;
  }
}
