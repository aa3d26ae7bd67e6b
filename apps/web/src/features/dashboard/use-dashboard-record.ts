import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { DEFAULT_DASHBOARD_NAME, dashboards, permissionId } from '@telltale/contract';
import { writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { ApiError } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { currentValuesQuery } from '#api/dashboard-queries.ts';
import { layoutSizeOf } from '#app/layout-size.ts';
import { includesPermission, useSessionStore } from '#app/session-store.ts';
import { findTile } from '#tiles/registry.ts';
import type { DashboardSubject } from './dashboard-subject.ts';
import { dashboardsOf } from './dashboards-of.ts';
import { chooseDashboard } from './default-choice.ts';
import { type DefaultDashboardItem, defaultDashboard } from './model/default-dashboard.ts';
import { type FoundDraft, readDraft } from './model/drafts.ts';
import { filledPlaces } from './model/filled-places.ts';
import { newId } from './model/new-id.ts';

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
    queryKey: ['dashboards', 'opened', subject?.path, dashboardId],
    queryFn: ({ client }): Promise<OpenedDashboard> => {
      if (subject === undefined) throw new TypeError('It is not known yet whose dashboard it is.');
      return open(client, subject, dashboardId, mayCreate);
    },
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

async function makeDefault(
  client: QueryClient,
  { asset, system, owner }: DashboardSubject,
  mayCreate: boolean,
): Promise<OpenedDashboard> {
  const places =
    asset === undefined ? filledPlaces(system?.currentSlotAssignments ?? []) : [{ assetId: asset.assetId }];
  const numeric = await numericItems(client, places.slice(0, SHOWN_ASSETS));
  const config = writeConfig(defaultDashboard(numeric, findTile, newId));
  if (!mayCreate) return { record: undefined, config };
  const record = await callApi(dashboards.saveDashboard, {
    body: { dashboardId: 0, dashboardName: DEFAULT_DASHBOARD_NAME, ...owner, config },
  });
  return { record, config: record.config };
}

/** Assets of a system that its default dashboard looks at. */
const SHOWN_ASSETS = 6;

/** The numeric data items of the assets, one of each in turn, so that a chart of a few shows something of all. */
async function numericItems(
  client: QueryClient,
  places: readonly { assetId: number; slotPath?: readonly number[] }[],
): Promise<DefaultDashboardItem[]> {
  const found: { rank: number; item: DefaultDashboardItem }[] = [];
  for (const { assetId, slotPath } of places) {
    // Without the permission to see values there is nothing to choose from; the tiles are there all the same.
    const values = await client.fetchQuery(currentValuesQuery(assetId)).catch(() => []);
    const numeric = values.filter(({ isString }) => !isString);
    for (const [rank, { dataItemId }] of numeric.entries()) {
      found.push({ rank, item: slotPath === undefined ? { dataItemId } : { dataItemId, slotPath } });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
