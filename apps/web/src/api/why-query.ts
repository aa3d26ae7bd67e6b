import { queryOptions } from '@tanstack/react-query';
import { why } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Where the value of a data item comes from.
 * @param at ISO; undefined: the current one
 */
export function whyQuery(assetId: number, dataItemId: number, at: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.why(assetId, dataItemId, at),
    queryFn: ({ signal }) =>
      callApi(why.getWhy, { params: { assetId, dataItemId }, query: at === undefined ? {} : { at }, signal }),
  });
}

/** What the condition of an alarm reads. */
export function valuesOfAlarmQuery({ assetId, alarmDefinitionId }: { assetId: number; alarmDefinitionId: number }) {
  return queryOptions({
    queryKey: queryKeys.valuesOfAlarm(assetId, alarmDefinitionId),
    queryFn: ({ signal }) => callApi(why.listAlarmValues, { params: { assetId, alarmDefinitionId }, signal }),
  });
}
