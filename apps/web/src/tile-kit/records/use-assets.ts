import { useQuery } from '@tanstack/react-query';
import type { assets } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';

/** How often positions and states are asked again; an unchanged list answers without a body. */
const REFRESH_MS = 30_000;

export type AssetList =
  | { state: 'loading' }
  | { state: 'error'; message: string; retry: () => void }
  | { state: 'ready'; assets: readonly assets.Asset[] };

/** Every asset that the user may see, for tiles that show more than their dashboard's own. */
export function useAssets(): AssetList {
  const { data, error, refetch } = useQuery({ ...assetListQuery, refetchInterval: REFRESH_MS });
  if (data !== undefined) return { state: 'ready', assets: data };
  if (error !== null) return { state: 'error', message: messageOf(error), retry: () => void refetch() };
  return { state: 'loading' };
}
