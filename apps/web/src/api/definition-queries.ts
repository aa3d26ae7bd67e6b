import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboards, definitions, events } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Every asset definition, by name. */
export const definitionListQuery = queryOptions({
  queryKey: queryKeys.definitions,
  queryFn: ({ signal }) => callApi(definitions.listAssetDefinitions, { signal }),
});

/** The data items of an asset definition. */
export function dataItemDefinitionsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.definitionDataItems(assetDefinitionId),
    queryFn: ({ signal }) => callApi(definitions.listDataItemDefinitions, { params: { assetDefinitionId }, signal }),
  });
}

/** Data items of a definition in the order in which people count them, a page of those that a text is found in. */
export function dataItemPageQuery(
  assetDefinitionId: number,
  { search, limit, offset }: { search: string; limit: number; offset: number },
) {
  const query = { limit, offset, ...(search === '' ? {} : { search }) };
  return queryOptions({
    queryKey: queryKeys.dataItemPage(assetDefinitionId, query),
    queryFn: ({ signal }) => callApi(definitions.listDataItemPage, { params: { assetDefinitionId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The dashboards of an asset definition; the first is the one that opens. */
export function definitionDashboardsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.definitionDashboards(assetDefinitionId),
    queryFn: ({ signal }) => callApi(dashboards.listDefinitionDashboards, { params: { assetDefinitionId }, signal }),
  });
}

/** What uses an asset definition, and what hangs on it. */
export function definitionUsesQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.definitionUses(assetDefinitionId),
    queryFn: ({ signal }) => callApi(definitions.getAssetDefinitionUses, { params: { assetDefinitionId }, signal }),
  });
}

/** Every label known, with its usual unit. */
export const masterDataItemsQuery = queryOptions({
  queryKey: queryKeys.dataItems,
  queryFn: ({ signal }) => callApi(definitions.listMasterDataItems, { signal }),
});

/** The event definitions of an asset definition. */
export function eventDefinitionsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.definitionEvents(assetDefinitionId),
    queryFn: ({ signal }) => callApi(events.listEventDefinitions, { query: { assetDefinitionId }, signal }),
  });
}
