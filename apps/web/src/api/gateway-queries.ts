import { queryOptions } from '@tanstack/react-query';
import { gateways } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The gateways and Sparkplug edges of the user's admin unit. */
export const gatewayListQuery = queryOptions({
  queryKey: queryKeys.gateways,
  queryFn: ({ signal }) => callApi(gateways.listGateways, { signal }),
});
