import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operations } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** What the journal is narrowed to; times are ISO 8601. */
export interface JournalFilter {
  user?: string | undefined;
  kind?: string | undefined;
  assetId?: number | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const PAGE_SIZE = 200;

/** The journal, newest first, a page at a time. */
export function journalQuery(filter: JournalFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.journal(filter),
    queryFn: ({ signal, pageParam }) =>
      callApi(operations.listJournal, {
        query: { ...known(filter), limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** What sorts of things the journal has entries of. */
export const journalKindsQuery = queryOptions({
  queryKey: queryKeys.journalKinds,
  queryFn: ({ signal }) => callApi(operations.listJournalKinds, { signal }),
});

/** The filter without what is not narrowed: absent is another thing than undefined to a query string's schema. */
export function known(filter: JournalFilter): Record<string, string | number> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));
}
