import { queryOptions } from '@tanstack/react-query';
import { portalStatus } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

const LOOK_AGAIN_MS = 10_000;

/** How the portal itself is, looked at again as long as somebody watches; for administrators of the first admin unit. */
export const statusQuery = queryOptions({
  queryKey: queryKeys.status,
  queryFn: ({ signal }) => callApi(portalStatus.getStatus, { signal }),
  refetchInterval: LOOK_AGAIN_MS,
});
