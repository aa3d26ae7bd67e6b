import { queryOptions } from '@tanstack/react-query';
import { definitions } from '@telltale/contract';
import { callApi } from '#api/client.ts';

/** Labels that assets of a definition have sent and nobody has added to it. */
export function detectedItemsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: ['definitions', assetDefinitionId, 'detected'],
    queryFn: ({ signal }) => callApi(definitions.detectDataItems, { params: { assetDefinitionId }, signal }),
  });
}
