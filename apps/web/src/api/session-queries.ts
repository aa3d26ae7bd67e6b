import { queryOptions } from '@tanstack/react-query';
import { auth } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The user's own sessions. */
export const sessionListQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => callApi(auth.listSessions, { signal }),
});
