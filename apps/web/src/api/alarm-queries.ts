import { queryOptions } from '@tanstack/react-query';
import { alarmCounts, alarmDefinitions, alarmLists, alarms, type QueryInput } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The alarms of an asset that are not closed. The live hub tells of every change; see `useAlarms`. */
export function assetAlarmsQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.assetAlarms(assetId),
    queryFn: ({ signal }) => callApi(alarms.listAssetAlarms, { params: { assetId }, signal }),
  });
}

/** All alarms in sight in a few figures, where the live hub does not say them; see `useAlarmSummary`. */
export function loadAlarmSummary(signal: AbortSignal) {
  return callApi(alarmCounts.getAlarmSummary, { signal });
}

/** One page of the alarms of all assets in sight; kept up to date by `useAlarmNews`. */
export function alarmPageQuery(query: QueryInput<typeof alarmLists.searchAlarms>) {
  return queryOptions({
    queryKey: queryKeys.alarmPage(query),
    queryFn: ({ signal }) => callApi(alarmLists.searchAlarms, { query, signal }),
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
