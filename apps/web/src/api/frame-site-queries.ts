import { queryOptions } from '@tanstack/react-query';
import { operations } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Which other sites tiles may show, for administrators of the first admin unit. */
export const frameSitesQuery = queryOptions({
  queryKey: queryKeys.frameSites,
  queryFn: ({ signal }) => callApi(operations.getFrameSites, { signal }),
});
