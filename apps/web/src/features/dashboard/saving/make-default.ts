import type { QueryClient } from '@tanstack/react-query';
import { DEFAULT_DASHBOARD_NAME, dashboards } from '@telltale/contract';
import { writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { callApi } from '#api/client.ts';
import { currentValuesQuery } from '#api/dashboard-queries.ts';
import { systemTreeQuery } from '#api/system-queries.ts';
import { findTile } from '#tiles/registry.ts';
import { defaultDashboard, systemDashboard } from '../model/default-dashboard.ts';
import { filledPlaces } from '../model/filled-places.ts';
import { newId } from '../model/new-id.ts';
import type { DashboardSubject } from '../subject/dashboard-subject.ts';
import { type SentItem, slotItems } from './slot-items.ts';
import type { OpenedDashboard } from './use-dashboard-record.ts';

/** The dashboard that a definition without one gets (spec 2 §4), stored if the user may. */
export async function makeDefault(
  client: QueryClient,
  { asset, system, owner }: DashboardSubject,
  mayCreate: boolean,
): Promise<OpenedDashboard> {
  const config = writeConfig(await modelFor());
  if (!mayCreate) return { record: undefined, config };
  const record = await callApi(dashboards.saveDashboard, {
    body: { dashboardId: 0, dashboardName: DEFAULT_DASHBOARD_NAME, ...owner, config },
  });
  return { record, config: record.config };

  async function modelFor() {
    if (system !== undefined) {
      const tree = await client.ensureQueryData(systemTreeQuery(system.systemId));
      const places = filledPlaces(system.currentSlotAssignments);
      return systemDashboard(await slotItems(tree, places, (assetId) => sentItems(client, assetId)), findTile, newId);
    }
    const items = asset === undefined ? [] : await sentItems(client, asset.assetId);
    return defaultDashboard(
      items.filter(({ isString }) => !isString).map(({ dataItemId }) => ({ dataItemId })),
      findTile,
      newId,
    );
  }
}

/** Without the permission to see values there is nothing to choose from; the tiles are there all the same. */
async function sentItems(client: QueryClient, assetId: number): Promise<readonly SentItem[]> {
  return client.fetchQuery(currentValuesQuery(assetId)).catch(() => []);
}
