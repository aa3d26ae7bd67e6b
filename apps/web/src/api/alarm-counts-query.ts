import { queryOptions } from '@tanstack/react-query';
import { alarmCounts } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The assets that have open alarms; kept up to date by `useAlarmCounts`. */
export const alarmCountsQuery = queryOptions({
  queryKey: queryKeys.alarmCounts,
  queryFn: ({ signal }) => callApi(alarmCounts.listAlarmCounts, { signal }),
});
