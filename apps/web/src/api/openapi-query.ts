import { queryOptions } from '@tanstack/react-query';
import { operations } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The calls of the portal as an OpenAPI document. They change with the portal only. */
export const openApiQuery = queryOptions({
  queryKey: queryKeys.openApi,
  queryFn: ({ signal }) => callApi(operations.getOpenApi, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
