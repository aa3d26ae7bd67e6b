import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AssetDefinitionId, assets, itemDisplays } from '@telltale/contract';
import { callApi, callIfChanged, type Versioned } from './client.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Every asset the user may see. Asked again with the ETag of what is here, so an unchanged list costs no body; its
 * records keep their identity then, and nothing is drawn again.
 */
export const assetListQuery = queryOptions({
  queryKey: queryKeys.assets,
  queryFn: ({ signal, client }) => {
    const before = client.getQueryData<Versioned<assets.Asset[]>>(queryKeys.assets);
    return callIfChanged(assets.listAssets, { query: { compact: 'true' }, signal }, before, (reply) =>
      Array.isArray(reply) ? reply : assets.assetsOf(reply),
    );
  },
  select: (versioned) => versioned.reply,
  // Comparing 10,000 records field by field costs more than drawing the 30 in view.
  structuralSharing: false,
});

interface AskedAssets {
  /** Empty: all of them. */
  search: string;
  limit: number;
  offset: number;
  /** Those of one definition alone. */
  assetDefinitionId?: AssetDefinitionId;
}

/** Assets in the order in which people count them, a page of those that a text is found in. */
export function assetPageQuery({ search, ...page }: AskedAssets) {
  const query = { ...page, ...(search === '' ? {} : { search }) };
  return queryOptions({
    queryKey: queryKeys.assetPage(query),
    queryFn: ({ signal }) => callApi(assets.listAssetPage, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One asset. */
export function assetQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.asset(assetId),
    queryFn: ({ signal }) => callApi(assets.getAsset, { params: { assetId }, signal }),
  });
}

/** Where an asset was between two moments. What was is not asked again; the newest of it a minute later. */
export function assetTrackQuery(assetId: number, fromMs: number, toMs: number) {
  const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  return queryOptions({
    queryKey: queryKeys.assetTrack(assetId, query.from, query.to),
    queryFn: ({ signal }) => callApi(assets.getAssetTrack, { params: { assetId }, query, signal }),
    staleTime: 60_000,
  });
}

/** What the asset has differently from its definition in how its data items are read. */
export function itemDisplaysQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.itemDisplays(assetId),
    queryFn: ({ signal }) => callApi(itemDisplays.listItemDisplays, { params: { assetId }, signal }),
  });
}
