import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '#api/api-error.ts';

/** A list of the portal as a tile shows it. `forbidden`: the user lacks the permission to see it. */
export type RecordList<Item> =
  | { state: 'loading' }
  | { state: 'forbidden' }
  | { state: 'error'; message: string; refresh: () => void }
  | { state: 'ready'; items: readonly Item[]; refresh: () => void; isRefreshing: boolean };

/** Reads a query's state; what is there is shown even when asking again failed. */
export function recordList<Item>(query: UseQueryResult<readonly Item[]>, mayView: boolean): RecordList<Item> {
  const refresh = () => void query.refetch();
  if (!mayView) return { state: 'forbidden' };
  if (query.data !== undefined) return { state: 'ready', items: query.data, refresh, isRefreshing: query.isFetching };
  if (query.error !== null) return { state: 'error', message: messageOf(query.error), refresh };
  return { state: 'loading' };
}
