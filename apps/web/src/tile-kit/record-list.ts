import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '#api/api-error.ts';

/**
 * A list of the portal as a tile shows it. `forbidden`: the user lacks the permission to see it; `no-asset`: the
 * dashboard is a system's, which has none of its own. */
export type RecordList<Item> =
  | { state: 'loading' }
  | { state: 'forbidden' }
  | { state: 'no-asset' }
  | { state: 'error'; message: string; refresh: () => void }
  | { state: 'ready'; items: readonly Item[]; refresh: () => void; isRefreshing: boolean };

/** Whether a dashboard's asset is one: on a system's dashboard it is none. */
export function isAsset(assetId: number): boolean {
  return assetId > 0;
}

/** Reads the state of a query about an asset; what is there is shown even when asking again failed. */
export function recordList<Item>(
  query: UseQueryResult<readonly Item[]>,
  mayView: boolean,
  assetId: number,
): RecordList<Item> {
  const refresh = () => void query.refetch();
  if (!mayView) return { state: 'forbidden' };
  if (!isAsset(assetId)) return { state: 'no-asset' };
  if (query.data !== undefined) return { state: 'ready', items: query.data, refresh, isRefreshing: query.isFetching };
  if (query.error !== null) return { state: 'error', message: messageOf(query.error), refresh };
  return { state: 'loading' };
}
