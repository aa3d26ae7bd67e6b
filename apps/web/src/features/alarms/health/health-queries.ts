import { queryOptions } from '@tanstack/react-query';
import { alarmFloods, alarmHealth, type BodyInput, type QueryInput } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';

/** How alarms behaved in a time. */
export function alarmHealthQuery(query: QueryInput<typeof alarmHealth.getAlarmHealth>) {
  return queryOptions({
    queryKey: queryKeys.alarmHealth(query),
    queryFn: ({ signal }) => callApi(alarmHealth.getAlarmHealth, { query, signal }),
    staleTime: 60_000,
  });
}

/** So many floods are shown until somebody wants all of them. */
export const FLOODS_AT_FIRST = 10;

/** The floods of a time, newest first. */
export function floodsQuery(query: QueryInput<typeof alarmFloods.listFloods>) {
  return queryOptions({
    queryKey: queryKeys.floods(query),
    queryFn: ({ signal }) => callApi(alarmFloods.listFloods, { query, signal }),
    staleTime: 60_000,
  });
}

/** What would cure one alarm; tried anew only when something was changed. */
export function alarmCuresQuery(body: BodyInput<typeof alarmHealth.findAlarmCures>) {
  return queryOptions({
    queryKey: queryKeys.alarmCures(body),
    queryFn: ({ signal }) => callApi(alarmHealth.findAlarmCures, { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
