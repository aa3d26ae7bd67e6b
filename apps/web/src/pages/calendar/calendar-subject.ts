import { useQuery } from '@tanstack/react-query';
import { type calendar, permissionId } from '@telltale/contract';
import { assetListQuery } from '#api/asset-queries.ts';
import { useMay } from '#session/session-store.ts';

/** An asset of which maintenance is planned. */
export interface CalendarSubject {
  readonly assetId: number;
  readonly assetDefinitionId: number;
  readonly name: string;
}

/** The assets that a maintenance may be of: that of the calendar, that of the entry, or all in sight. */
export function useCalendarAssets(
  subject: CalendarSubject | undefined,
  entry?: calendar.MaintenanceEntry,
): readonly CalendarSubject[] {
  const mayAssets = useMay(permissionId('Assets', 'View'));
  const isAsked = subject === undefined && entry === undefined && mayAssets;
  const list = useQuery({ ...assetListQuery, enabled: isAsked }).data;
  if (subject) return [subject];
  if (entry) {
    return [{ assetId: entry.assetId, assetDefinitionId: entry.assetDefinitionId, name: entry.assetName }];
  }
  return (list ?? []).map(({ assetId, assetDefinitionId, assetAlias, serialNumber }) => ({
    assetId,
    assetDefinitionId,
    name: assetAlias || serialNumber,
  }));
}
