import { queryOptions } from '@tanstack/react-query';
import { definitions } from '@telltale/contract';
import { callApi } from './client.ts';

/** Every asset definition, by name. */
export const definitionListQuery = queryOptions({
  queryKey: ['definitions'],
  queryFn: ({ signal }) => callApi(definitions.listAssetDefinitions, { signal }),
});
