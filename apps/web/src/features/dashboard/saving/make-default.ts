import type { QueryClient } from '@tanstack/react-query';
import { DEFAULT_DASHBOARD_NAME, dashboards } from '@telltale/contract';
import { writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { callApi } from '#api/client.ts';
import { currentValuesQuery } from '#api/dashboard-queries.ts';
import { findTile } from '#tiles/registry.ts';
import { type DefaultDashboardItem, defaultDashboard } from '../model/default-dashboard.ts';
import { filledPlaces } from '../model/filled-places.ts';
import { newId } from '../model/new-id.ts';
import type { DashboardSubject } from '../subject/dashboard-subject.ts';
import type { OpenedDashboard } from './use-dashboard-record.ts';

/** The dashboard that a definition without one gets (spec 2 §4), stored if the user may. */
export async function makeDefault(
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
