import { dashboards } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { DashboardService } from './dashboard-service.ts';

export function dashboardRoutes(service: DashboardService): Route[] {
  return [
    route(dashboards.listAssetDashboards, ({ caller, params }) => service.listOfAsset(caller, params.assetId)),
    route(dashboards.listDefinitionDashboards, ({ caller, params }) =>
      service.listHeads(caller, params.assetDefinitionId),
    ),
    route(dashboards.getDashboard, ({ caller, params }) => service.get(caller, params.dashboardId)),
    route(dashboards.saveDashboard, ({ caller, body }) => service.save(caller, body), {
      scope: ({ caller }) => service.refuseReaders(caller),
    }),
    route(dashboards.deleteDashboard, async ({ caller, params }) => {
      await service.delete(caller, params.dashboardId);
      return { dashboardId: params.dashboardId };
    }),
    route(dashboards.listDashboardVersions, ({ caller, params }) => service.listVersions(caller, params.dashboardId)),
    route(dashboards.getDashboardVersion, ({ caller, params }) =>
      service.getVersion(caller, params.dashboardId, params.version),
    ),
    route(dashboards.restoreDashboardVersion, ({ caller, params }) =>
      service.restore(caller, params.dashboardId, params.version),
    ),
  ];
}
