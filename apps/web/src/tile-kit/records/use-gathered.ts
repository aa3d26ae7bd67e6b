import { type QueryKey, type UseQueryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import type { RecordList } from './record-list.ts';

interface GatheredOptions<Item, Key extends QueryKey> {
  /** What is asked of each asset. */
  queryOf: (assetId: number) => UseQueryOptions<Item[], Error, Item[], Key>;
  /** Without the permission nothing is asked. */
  mayView: boolean;
  /** Order of what several assets answered; one asset's answer keeps the portal's. */
  order: (first: Item, second: Item) => number;
}

/** One list of all that the dashboard is about: its asset's, or together those of the assets in a system's slots. */
export function useGathered<Item, Key extends QueryKey>(options: GatheredOptions<Item, Key>): RecordList<Item> {
  const { queryOf, mayView, order } = options;
  const { members } = useDashboardScope();
  const client = useQueryClient();
  const queries = mayView ? members.map(({ assetId }) => queryOf(assetId)) : [];
  const { lists, errors, isFetching } = useQueries({ queries, combine: summaryOf<Item> });

  const gathered = useMemo(() => gather(lists, order), [lists, order]);
  // While the same assets are asked for another stretch of time, what they last answered stays.
  const last = useRef<readonly Item[]>(undefined);
  last.current = gathered ?? last.current;
  const keys = useRef<readonly QueryKey[]>([]);
  keys.current = queries.map(({ queryKey }) => queryKey);
  const refresh = useCallback(() => {
    for (const queryKey of keys.current) void client.refetchQueries({ queryKey, exact: true });
  }, [client]);

  if (!mayView) return { state: 'forbidden' };
  if (members.length === 0) return { state: 'no-asset' };
  // Part of a list must not pass for the whole.
  const failure = errors.find((error, index) => error !== null && lists[index] === undefined);
  if (failure) return { state: 'error', message: messageOf(failure), refresh };
  if (last.current === undefined) return { state: 'loading' };
  const stale = errors.find((error) => error !== null);
  const problem = stale ? messageOf(stale) : undefined;
  return { state: 'ready', items: last.current, refresh, isRefreshing: isFetching, problem };
}

interface Answer<Item> {
  readonly data: readonly Item[] | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

function summaryOf<Item>(answers: readonly Answer<Item>[]) {
  return {
    lists: answers.map(({ data }) => data),
    errors: answers.map(({ error }) => error),
    isFetching: answers.some(({ isFetching }) => isFetching),
  };
}

function gather<Item>(
  lists: readonly (readonly Item[] | undefined)[],
  order: (first: Item, second: Item) => number,
): readonly Item[] | undefined {
  const answered = lists.filter((list) => list !== undefined);
  if (answered.length < lists.length) return undefined;
  return answered.length === 1 ? answered[0] : answered.flat().sort(order);
}

/** How long to wait between two looks when each asks every member: a large system is asked less often. */
export function lookEveryMs(usualMs: number, members: number): number {
  return Math.max(usualMs, members * MS_EACH);
}

const MS_EACH = 2_000;
