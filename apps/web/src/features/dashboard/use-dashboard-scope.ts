import type { definitions } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import { useMemo, useState } from 'react';
import { useSessionStore } from '#app/session-store.ts';
import { useLive } from '#live/use-live.ts';
import { ALWAYS_LIVE } from '#tile-kit/asset-moments.ts';
import type { DashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import type { DashboardSubject } from './dashboard-subject.ts';
import { resolveSlots } from './model/resolve-slots.ts';

/** User attribute and dashboard key that name the zone in which times are written (spec 3 §10). */
const ZONE_KEY = 'timeZone';

/** Id of no asset: a system stands for itself and is reached through its slots only. */
const NO_ASSET = 0;

/** What the tiles of a dashboard may reach. Stable while its asset or system, definition and zone are. */
export function useSubjectScope(
  subject: DashboardSubject,
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
      asset: scopeAsset(subject),
      definition,
      resolve: resolver(subject),
      time,
      readings: store,
      series,
      moments: ALWAYS_LIVE,
      zone,
    }),
    [subject, definition, time, store, series, zone],
  );
}

function scopeAsset({ asset, system }: DashboardSubject): DashboardScope['asset'] {
  if (asset !== undefined) return asset;
  const { name = '', attributes = [] } = system ?? {};
  return { assetId: NO_ASSET, assetAlias: name, serialNumber: '', attributes };
}

function resolver({ asset, system }: DashboardSubject): DashboardScope['resolve'] {
  if (system !== undefined) return (selection) => resolveSlots(selection, system.currentSlotAssignments);
  return ({ slotPath, dataItem }) =>
    asset !== undefined && slotPath.length === 0 && dataItem !== null
      ? { assetId: asset.assetId, dataItemId: dataItem }
      : undefined;
}

/** The zone of the dashboard, else of the user, else of the browser (spec 3 §10). */
export function chooseZone(wishes: readonly unknown[]): string {
  for (const wish of wishes) if (typeof wish === 'string' && isTimeZone(wish)) return wish;
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
