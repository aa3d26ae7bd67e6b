import { queryOptions } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The asset groups that the user may know of. */
export const assetGroupsQuery = queryOptions({
  queryKey: queryKeys.assetGroups,
  queryFn: ({ signal }) => callApi(ownership.listAssetGroups, { signal }),
});

/** An asset group with its assets, and the groups below it. */
export function assetGroupTreeQuery(assetGroupId: number) {
  return queryOptions({
    queryKey: queryKeys.assetGroupTree(assetGroupId),
    queryFn: ({ signal }) => callApi(ownership.getAssetGroupTree, { params: { assetGroupId }, signal }),
  });
}
