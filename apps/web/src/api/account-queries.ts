import { queryOptions } from '@tanstack/react-query';
import { auth, ownAccount, secondFactor } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Whether the user logs in with a code too. */
export const secondFactorQuery = queryOptions({
  queryKey: queryKeys.secondFactor,
  queryFn: ({ signal }) => callApi(secondFactor.getSecondFactor, { signal }),
});

/** The user's own API tokens. */
export const tokenListQuery = queryOptions({
  queryKey: queryKeys.tokens,
  queryFn: ({ signal }) => callApi(auth.listTokens, { signal }),
});

/** How the user can prove anew who they are. Asked each time: what it says changes with the minutes. */
export const proofQuery = queryOptions({
  queryKey: queryKeys.proof,
  queryFn: ({ signal }) => callApi(ownAccount.getProof, { signal }),
  gcTime: 0,
});

/** Where mails of the account go, and the address that waits to be confirmed. */
export const altEmailQuery = queryOptions({
  queryKey: queryKeys.altEmail,
  queryFn: ({ signal }) => callApi(ownAccount.getAltEmail, { signal }),
});

/** Whether the account is connected to the identity provider. */
export const externalLoginQuery = queryOptions({
  queryKey: queryKeys.externalLogin,
  queryFn: ({ signal }) => callApi(ownAccount.getExternalLogin, { signal }),
});
