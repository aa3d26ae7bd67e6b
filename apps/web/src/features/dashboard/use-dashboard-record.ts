import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type assets, DEFAULT_DASHBOARD_NAME, dashboards, permissionId } from '@telltale/contract';
import { writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { ApiError } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { currentValuesQuery, dashboardListQuery } from '#api/dashboard-queries.ts';
import { includesPermission, useSessionStore } from '#app/session-store.ts';
import { findTile } from '#tiles/registry.ts';
import { defaultDashboard } from './model/default-dashboard.ts';
import { newId } from './model/new-id.ts';

/** A dashboard as it is stored; without a record it is the default one, which this user may not store. */
export interface OpenedDashboard {
  readonly record: dashboards.Dashboard | undefined;
  readonly config: string;
}

const CREATE = permissionId('Dashboard', 'Create');

/**
 * The dashboard to show: the one asked for, else the first; where the definition has none, a default one is made
 * (spec 2 §4) and stored if the user may.
 */
export function useDashboardRecord(asset: assets.Asset | undefined, dashboardId: number | undefined) {
  const mayCreate = useSessionStore(({ permissions }) => includesPermission(permissions, CREATE));
  return useQuery({
    ...openedDashboardQuery(asset, dashboardId, mayCreate),
    enabled: asset !== undefined,
  });
}

function openedDashboardQuery(asset: assets.Asset | undefined, dashboardId: number | undefined, mayCreate: boolean) {
  return queryOptions({
    queryKey: ['dashboards', 'opened', asset?.assetId, dashboardId],
    queryFn: ({ client }): Promise<OpenedDashboard> => {
      if (asset === undefined) throw new TypeError('There is no asset yet.');
      return open(client, asset, dashboardId, mayCreate);
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
  asset: assets.Asset,
  dashboardId: number | undefined,
  mayCreate: boolean,
): Promise<OpenedDashboard> {
  const list = await client.fetchQuery({ ...dashboardListQuery(asset.assetId), staleTime: 0 });
  const record = dashboardId === undefined ? list[0] : list.find((one) => one.dashboardId === dashboardId);
  if (record !== undefined) return { record, config: record.config };
  if (dashboardId !== undefined && list.length > 0) {
    throw new ApiError(404, 'not-found', `Dashboard ${dashboardId} does not belong to this asset, or was deleted.`);
  }
  return makeDefault(client, asset, mayCreate);
}

async function makeDefault(client: QueryClient, asset: assets.Asset, mayCreate: boolean): Promise<OpenedDashboard> {
  // Without the permission to see values there is nothing to choose from; the tiles are there all the same.
  const values = await client.fetchQuery(currentValuesQuery(asset.assetId)).catch(() => []);
  const numeric = values.filter(({ isString }) => !isString);
  const config = writeConfig(defaultDashboard(numeric, findTile, newId));
  if (!mayCreate) return { record: undefined, config };
  const record = await callApi(dashboards.saveDashboard, {
    body: {
      dashboardId: 0,
      dashboardName: DEFAULT_DASHBOARD_NAME,
      assetDefinitionId: asset.assetDefinitionId,
      systemDefinitionId: null,
      config,
    },
  });
  return { record, config: record.config };
}
