import { queryOptions } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Who and what belongs to an admin unit and the units below it, with all links. */
export function ownershipQuery(adminId: number) {
  return queryOptions({
    queryKey: queryKeys.ownership(adminId),
    queryFn: ({ signal }) => callApi(ownership.getOwnership, { query: { adminId }, signal }),
    // Comparing 10,000 records field by field costs more than drawing the rows in view.
    structuralSharing: false,
  });
}

/** The admin units that the user may know of. */
export const adminUnitsQuery = queryOptions({
  queryKey: queryKeys.adminUnits,
  queryFn: ({ signal }) => callApi(ownership.listAdminUnits, { signal }),
});
