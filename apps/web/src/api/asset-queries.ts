import { queryOptions } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { callApi, callIfChanged, type Versioned } from './client.ts';

const ASSET_LIST_KEY = ['assets'] as const;

/**
 * Every asset the user may see. Asked again with the ETag of what is here, so an unchanged list costs no body; its
 * records keep their identity then, and nothing is drawn again.
 */
export const assetListQuery = queryOptions({
  queryKey: ASSET_LIST_KEY,
  queryFn: ({ signal, client }) => {
    const before = client.getQueryData<Versioned<assets.Asset[]>>(ASSET_LIST_KEY);
    return callIfChanged(assets.listAssets, { signal }, before);
  },
  select: (versioned) => versioned.reply,
  // Comparing 10,000 records field by field costs more than drawing the 30 in view.
  structuralSharing: false,
});

/** One asset. */
export function assetQuery(assetId: number) {
  return queryOptions({
    queryKey: ['assets', assetId],
    queryFn: ({ signal }) => callApi(assets.getAsset, { params: { assetId }, signal }),
  });
}
