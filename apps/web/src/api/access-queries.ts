import { queryOptions } from '@tanstack/react-query';
import { accessAnswers } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Who sees an asset and holds a permission. */
export function assetAccessQuery(assetId: number, permissionId: number) {
  return queryOptions({
    queryKey: queryKeys.assetAccess(assetId, permissionId),
    queryFn: ({ signal }) =>
      callApi(accessAnswers.getAssetAccess, {
        params: { assetId },
        query: { permissionId: String(permissionId) },
        signal,
      }),
    // Rights change on other pages: an answer of before is none.
    staleTime: 0,
  });
}

/** What a user may do, and which assets the user has in sight. */
export function userAccessQuery(userId: number) {
  return queryOptions({
    queryKey: queryKeys.userAccess(userId),
    queryFn: ({ signal }) => callApi(accessAnswers.getUserAccess, { params: { userId }, signal }),
    staleTime: 0,
  });
}
