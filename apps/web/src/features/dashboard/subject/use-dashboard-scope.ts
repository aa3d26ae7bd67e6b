import type { definitions } from '@telltale/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { aliasesOfAttributes } from '#pages/item-aliases.ts';
import type { ShownUnits } from '#readings/shown-units.ts';
import { useSessionStore } from '#session/session-store.ts';
import type { DashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { visibleMembers } from '../model/filled-places.ts';
import { namedReadings } from '../model/named-readings.ts';
import { resolveSlots } from '../model/resolve-slots.ts';
import type { Playback } from '../playback/playback.ts';
import { ZONE_CHOICE_KEY, ZONE_KEY, type ZoneOffer, zoneInUse, zoneOffer } from '../time/zones.ts';
import { assetTitle, type DashboardSubject } from './dashboard-subject.ts';

const NO_ALIASES: ReadonlyMap<number, string> = new Map();

/** Id of no asset: a system stands for itself and is reached through its slots only. */
const NO_ASSET = 0;

/**
 * What the tiles of a dashboard may reach, stable while its asset or system, definition and zone are; and the zones in
 * which its times may be read.
 */
export function useSubjectScope(
  subject: DashboardSubject,
  definition: definitions.DefinitionTree,
  dashboardKeys: Readonly<Record<string, unknown>>,
  { time, readings, series, moments }: Playback,
  units: ShownUnits | undefined,
): { scope: DashboardScope; zones: ZoneOffer } {
  const [search] = useSearchParams();
  const userZone = useSessionStore(
    ({ user }) => user?.attributes.find(({ attributeName }) => attributeName === ZONE_KEY)?.attributeValue,
  );
  const dashboardZone = Object.hasOwn(dashboardKeys, ZONE_KEY) ? dashboardKeys[ZONE_KEY] : undefined;
  const zones = useMemo(() => zoneOffer(dashboardZone, userZone), [dashboardZone, userZone]);
  const zone = zoneInUse(zones, search.get(ZONE_CHOICE_KEY));
  const scope = useMemo(() => {
    // An asset's own names come with its values; those of a system are the system's alone.
    const sent = {
      readings: namedReadings(readings, subject.system ? aliasesOfAttributes(subject.system) : NO_ALIASES),
      series,
    };
    return {
      asset: scopeAsset(subject),
      members: membersOf(subject),
      definition,
      resolve: resolver(subject),
      time,
      readings: units?.readings(sent.readings) ?? sent.readings,
      series: units?.series(series, sent.readings) ?? series,
      sent,
      moments,
      zone,
    };
  }, [subject, definition, time, readings, series, moments, zone, units]);
  return { scope, zones };
}

function scopeAsset({ asset, system }: DashboardSubject): DashboardScope['asset'] {
  if (asset !== undefined) return asset;
  const { name = '', attributes = [] } = system ?? {};
  return { assetId: NO_ASSET, assetAlias: name, serialNumber: '', attributes };
}

function membersOf({ asset, system }: DashboardSubject): DashboardScope['members'] {
  if (asset !== undefined) return [{ assetId: asset.assetId, name: assetTitle(asset) }];
  return visibleMembers(system?.currentSlotAssignments ?? []);
}

function resolver({ asset, system }: DashboardSubject): DashboardScope['resolve'] {
  if (system !== undefined) return (selection) => resolveSlots(selection, system.currentSlotAssignments);
  return ({ slotPath, dataItem }) =>
    asset !== undefined && slotPath.length === 0 && dataItem !== null
      ? { assetId: asset.assetId, dataItemId: dataItem }
      : undefined;
}
