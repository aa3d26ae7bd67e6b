import { queryOptions } from '@tanstack/react-query';
import { definitions, events } from '@telltale/contract';
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
