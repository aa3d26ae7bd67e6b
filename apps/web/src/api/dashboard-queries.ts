import { queryOptions } from '@tanstack/react-query';
import { assets, definitions } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Slots and data items that a dashboard of the asset can read. */
export function definitionTreeQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.assetDefinition(assetId),
    queryFn: ({ signal }) => callApi(definitions.getAssetDefinitionTree, { params: { assetId }, signal }),
    refetchOnWindowFocus: false,
  });
}

/** The current values of an asset. Dashboards read them live; this is for choosing among them. */
export function currentValuesQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.assetDataItems(assetId),
    queryFn: ({ signal }) => callApi(assets.listCurrentValues, { params: { assetId }, signal }),
  });
}

/** The same, each with how the portal made it of what was sent. */
export function scaledValuesQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.assetScaledItems(assetId),
    queryFn: ({ signal }) =>
      callApi(assets.listCurrentValues, { params: { assetId }, query: { scalings: 'true' }, signal }),
  });
}
