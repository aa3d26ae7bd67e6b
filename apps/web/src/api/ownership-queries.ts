import { queryOptions } from '@tanstack/react-query';
import { accessAnswers, ownership } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Who and what belongs to an admin unit and the units below it, with all links.
 * @param isOwn whether it is the user's own unit: that is asked for without its number, as the portal names it in the page Admin
 */
export function ownershipQuery(adminId: number, isOwn = false) {
  return queryOptions({
    queryKey: queryKeys.ownership(adminId),
    queryFn: ({ signal }) => callApi(ownership.getOwnership, { query: isOwn ? {} : { adminId }, signal }),
    // Comparing 10,000 records field by field costs more than drawing the rows in view.
    structuralSharing: false,
  });
}

/** The admin units that the user may know of. */
export const adminUnitsQuery = queryOptions({
  queryKey: queryKeys.adminUnits,
  queryFn: ({ signal }) => callApi(ownership.listAdminUnits, { signal }),
});

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
