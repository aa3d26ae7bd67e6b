import { infiniteQueryOptions } from '@tanstack/react-query';
import { alarms, devices } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Records that grow with time are asked for so many at once. */
const PAGE = 50;

const countOf = (pages: readonly { length: number }[]) => pages.reduce((count, page) => count + page.length, 0);

/** What happened to the alarms of an asset, newest first, a page at a time. */
export function recentTransitionsQuery(assetId: number) {
  return infiniteQueryOptions({
    queryKey: queryKeys.alarmTransitions(assetId, { pages: PAGE }),
    queryFn: ({ signal, pageParam }) =>
      callApi(alarms.listAlarmTransitions, { params: { assetId }, query: { limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = countOf(pages.map(({ transitions }) => transitions));
      return count < last.total ? count : undefined;
    },
  });
}

/** What happened to one alarm of an asset, newest first, a page at a time. */
export function alarmStoryQuery(assetId: number, alarmDefinitionId: number) {
  return infiniteQueryOptions({
    queryKey: queryKeys.alarmTransitions(assetId, { alarmDefinitionId, pages: PAGE }),
    queryFn: ({ signal, pageParam }) =>
      callApi(alarms.listAlarmTransitions, {
        params: { assetId },
        query: { alarmDefinitionId, limit: PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = countOf(pages.map(({ transitions }) => transitions));
      return count < last.total ? count : undefined;
    },
  });
}

/** When an asset came online and went offline, newest first, a page at a time. */
export function connectionChangesQuery(assetId: number) {
  return infiniteQueryOptions({
    queryKey: queryKeys.connectionChanges(assetId),
    queryFn: ({ signal, pageParam }) =>
      callApi(devices.listConnectionChanges, {
        params: { assetId },
        query: { limit: PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const count = countOf(pages.map(({ changes }) => changes));
      return count < last.total ? count : undefined;
    },
  });
}
