import { queryOptions } from '@tanstack/react-query';
import { alarmDefinitions, alarms } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The alarms of an asset that are not closed. The live hub tells of every change; see `useAlarms`. */
export function assetAlarmsQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.assetAlarms(assetId),
    queryFn: ({ signal }) => callApi(alarms.listAssetAlarms, { params: { assetId }, signal }),
  });
}

/** The alarm definitions of an asset definition. */
export function alarmDefinitionsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.definitionAlarms(assetDefinitionId),
    queryFn: ({ signal }) => callApi(alarmDefinitions.listAlarmDefinitions, { params: { assetDefinitionId }, signal }),
  });
}

/** How an asset differs from its alarm definitions. */
export function alarmOverridesQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.alarmOverrides(assetId),
    queryFn: ({ signal }) => callApi(alarmDefinitions.listAlarmOverrides, { params: { assetId }, signal }),
  });
}
