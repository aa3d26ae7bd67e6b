import { queryOptions } from '@tanstack/react-query';
import { auth, secondFactor } from '@telltale/contract';
import { callApi } from './client.ts';

/** Whether the user logs in with a code too. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callApi(secondFactor.getSecondFactor, { signal }),
});

/** The user's own API tokens. */
export const tokenListQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => callApi(auth.listTokens, { signal }),
});
