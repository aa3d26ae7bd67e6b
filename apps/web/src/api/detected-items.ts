import { queryOptions } from '@tanstack/react-query';
import { definitions } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Labels that assets of a definition have sent and nobody has added to it. */
export function detectedItemsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.detectedItems(assetDefinitionId),
    queryFn: ({ signal }) => callApi(definitions.detectDataItems, { params: { assetDefinitionId }, signal }),
  });
}

/** Adds all of them to the definition; @returns how many. They are asked for again: devices go on sending. */
export async function addDetectedItems(assetDefinitionId: number): Promise<number> {
  const found = await callApi(definitions.detectDataItems, { params: { assetDefinitionId } });
  if (found.length === 0) return 0;
  const body = found.map(({ label, unit, defaultValue }) => ({ label, unit, defaultValue }));
  await callApi(definitions.importDataItems, { params: { assetDefinitionId }, body });
  return found.length;
}
