import { queryOptions } from '@tanstack/react-query';
import { dashboards, systems } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import type { DashboardSubject } from '../subject/dashboard-subject.ts';

/** The dashboards that an asset or a system can show: those of its definition. */
export function dashboardsOf({ path, asset, system }: DashboardSubject) {
  return queryOptions({
    queryKey: queryKeys.dashboardList(path),
    queryFn: async ({ signal }): Promise<dashboards.Dashboard[]> => {
      if (asset !== undefined) {
        return callApi(dashboards.listAssetDashboards, { params: { assetId: asset.assetId }, signal });
      }
      const params = { systemId: system?.systemId ?? 0 };
      return (await callApi(systems.getSystemDashboards, { params, signal })).systemDefinition.dashboards;
    },
    // Edited on screen: nothing may replace it behind the user's back.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
