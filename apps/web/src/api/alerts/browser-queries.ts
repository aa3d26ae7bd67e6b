import { queryOptions } from '@tanstack/react-query';
import { alertBrowsers } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** The browsers that show the user's alarms. */
export const alertBrowsersQuery = queryOptions({
  queryKey: queryKeys.alertBrowsers('list'),
  queryFn: ({ signal }) => callApi(alertBrowsers.listAlertBrowsers, { signal }),
});
