import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#api/query-keys.ts';

/** Asks anew for what shows files, of an asset and of all, after one came or went. */
export async function refreshFiles(client: QueryClient, assetId: number | null | undefined): Promise<void> {
  const ofAsset = typeof assetId === 'number' ? [queryKeys.assetFiles(assetId)] : [];
  await Promise.all([...ofAsset, queryKeys.files].map((queryKey) => client.invalidateQueries({ queryKey })));
}
