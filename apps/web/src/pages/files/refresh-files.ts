import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from '#api/query-keys.ts';

/** Asks anew for what shows files, of an asset and of all, after one came or went. */
export async function refreshFiles(client: QueryClient, assetId: number | null | undefined): Promise<void> {
  const ofAsset = typeof assetId === 'number' ? [queryKeys.assetFiles(assetId)] : [];
  await Promise.all([...ofAsset, queryKeys.files].map((queryKey) => refresh(client, queryKey)));
}

/** A first answer that is awaited may be what was there before, and the library does not ask again until it has come. */
async function refresh(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const awaited = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  await Promise.all(awaited.map((query) => client.invalidateQueries({ queryKey: query.queryKey, exact: true })));
}
