import { queryOptions } from '@tanstack/react-query';
import { alarmDefinitions, alarms } from '@telltale/contract';
import { callApi } from './client.ts';

/** The alarms of an asset that are not closed. The live hub tells of every change; see `useAlarms`. */
export function assetAlarmsQuery(assetId: number) {
  return queryOptions({
    queryKey: ['assets', assetId, 'alarms'],
    queryFn: ({ signal }) => callApi(alarms.listAssetAlarms, { params: { assetId }, signal }),
  });
}

/** The alarm definitions of an asset definition. */
export function alarmDefinitionsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: ['definitions', assetDefinitionId, 'alarms'],
    queryFn: ({ signal }) => callApi(alarmDefinitions.listAlarmDefinitions, { params: { assetDefinitionId }, signal }),
  });
}

/** How an asset differs from its alarm definitions. */
export function alarmOverridesQuery(assetId: number) {
  return queryOptions({
    queryKey: ['assets', assetId, 'alarmoverrides'],
    queryFn: ({ signal }) => callApi(alarmDefinitions.listAlarmOverrides, { params: { assetId }, signal }),
  });
}
