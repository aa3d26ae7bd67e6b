import { queryOptions } from '@tanstack/react-query';
import { assets, dashboards, definitions } from '@telltale/contract';
import { callApi } from './client.ts';

/** Edited on screen: nothing may replace it behind the user's back, so it is asked again only on purpose. */
const ONLY_ON_PURPOSE = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;

/** The dashboards of an asset's definition. */
export function dashboardListQuery(assetId: number) {
  return queryOptions({
    queryKey: ['dashboards', 'asset', assetId],
    queryFn: ({ signal }) => callApi(dashboards.listAssetDashboards, { params: { assetId }, signal }),
    ...ONLY_ON_PURPOSE,
  });
}

/** Slots and data items that a dashboard of the asset can read. */
export function definitionTreeQuery(assetId: number) {
  return queryOptions({
    queryKey: ['assets', assetId, 'definition'],
    queryFn: ({ signal }) => callApi(definitions.getAssetDefinitionTree, { params: { assetId }, signal }),
    refetchOnWindowFocus: false,
  });
}

/** The current values of an asset. Dashboards read them live; this is for choosing among them. */
export function currentValuesQuery(assetId: number) {
  return queryOptions({
    queryKey: ['assets', assetId, 'dataitems'],
    queryFn: ({ signal }) => callApi(assets.listCurrentValues, { params: { assetId }, signal }),
  });
}
