import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { find } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

const FEW = 5;
const MANY = 50;

/**
 * What the portal finds for some words: the first few of each kind, or page by page those of one kind.
 * @param text trimmed; nothing is asked for none
 */
export function findQuery(text: string, kind: find.FoundKind | undefined) {
  const limit = kind === undefined ? FEW : MANY;
  return infiniteQueryOptions({
    queryKey: queryKeys.found(text, kind),
    queryFn: ({ signal, pageParam: offset }) =>
      callApi(find.findAnything, { query: { text, limit, offset, ...(kind ? { kind } : {}) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, _all, offset) =>
      kind !== undefined && page.some(({ hasMore }) => hasMore) ? offset + limit : undefined,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: false,
  });
}
