import { queryOptions } from '@tanstack/react-query';
import { provisioning } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The keys with which devices make themselves assets, of the user's admin unit. */
export const provisionKeyListQuery = queryOptions({
  queryKey: queryKeys.provisionKeys,
  queryFn: ({ signal }) => callApi(provisioning.listProvisionKeys, { signal }),
});
