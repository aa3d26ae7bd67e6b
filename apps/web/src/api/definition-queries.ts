import { queryOptions } from '@tanstack/react-query';
import { definitions, events } from '@telltale/contract';
import { callApi } from './client.ts';

/** Every asset definition, by name. */
export const definitionListQuery = queryOptions({
  queryKey: ['definitions'],
  queryFn: ({ signal }) => callApi(definitions.listAssetDefinitions, { signal }),
});

/** The data items of an asset definition. */
export function dataItemDefinitionsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: ['definitions', assetDefinitionId, 'dataitems'],
    queryFn: ({ signal }) => callApi(definitions.listDataItemDefinitions, { params: { assetDefinitionId }, signal }),
  });
}

/** Every label known, with its usual unit. */
export const masterDataItemsQuery = queryOptions({
  queryKey: ['dataitems'],
  queryFn: ({ signal }) => callApi(definitions.listMasterDataItems, { signal }),
});

/** The event definitions of an asset definition. */
export function eventDefinitionsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: ['definitions', assetDefinitionId, 'events'],
    queryFn: ({ signal }) => callApi(events.listEventDefinitions, { query: { assetDefinitionId }, signal }),
  });
}
