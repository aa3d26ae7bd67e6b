import type { assets, definitions } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import { useMemo, useState } from 'react';
import { useSessionStore } from '#app/session-store.ts';
import { useLive } from '#live/use-live.ts';
import { ALWAYS_LIVE } from '#tile-kit/asset-moments.ts';
import type { DashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';

/** User attribute and dashboard key that name the zone in which times are written (spec 3 §10). */
const ZONE_KEY = 'timeZone';

/** What the tiles of an asset's dashboard may reach. Stable while asset, definition and zone are. */
export function useAssetScope(
  asset: assets.Asset,
  definition: definitions.DefinitionTree,
  dashboardKeys: Readonly<Record<string, unknown>>,
): DashboardScope {
  const { store, series } = useLive();
  const userZone = useSessionStore(
    ({ user }) => user?.attributes.find(({ attributeName }) => attributeName === ZONE_KEY)?.attributeValue,
  );
  const dashboardZone = Object.hasOwn(dashboardKeys, ZONE_KEY) ? dashboardKeys[ZONE_KEY] : undefined;
  const zone = chooseZone([dashboardZone, userZone]);
  const [time] = useState(() => new DashboardTime());
  return useMemo(
    () => ({
      asset,
      definition,
      resolve: ({ slotPath, dataItem }) =>
        slotPath.length === 0 && dataItem !== null ? { assetId: asset.assetId, dataItemId: dataItem } : undefined,
      time,
      readings: store,
      series,
      moments: ALWAYS_LIVE,
      zone,
    }),
    [asset, definition, time, store, series, zone],
  );
}

/** The zone of the dashboard, else of the user, else of the browser (spec 3 §10). */
export function chooseZone(wishes: readonly unknown[]): string {
  for (const wish of wishes) if (typeof wish === 'string' && isTimeZone(wish)) return wish;
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
