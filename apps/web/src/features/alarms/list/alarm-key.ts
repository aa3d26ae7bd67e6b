import type { alarmLists } from '@telltale/contract';

/** What names one line of the list; an alarm that was raised again after its end is another. */
export function keyOf({ assetId, alarmDefinitionId, raised, ended, flood }: alarmLists.ListedAlarm): string {
  if (flood) return `flood ${flood.floodId}`;
  return `${assetId} ${alarmDefinitionId} ${raised} ${ended?.time ?? ''}`;
}

/** The address of the asset's dashboard at the moment when the alarm was raised. */
export function momentAddress({ assetId, raised }: Pick<alarmLists.ListedAlarm, 'assetId' | 'raised'>): string {
  return `/assets/${assetId}/dashboard?t=${encodeURIComponent(raised.replace('.000Z', 'Z'))}`;
}
