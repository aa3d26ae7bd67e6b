import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EpochMs, LiveBackfill } from '@telltale/contract';
import { useEffect, useMemo, useRef } from 'react';
import { messageOf } from '#api/api-error.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMay } from '../portal/use-may.ts';
import { askAgain } from './ask-again.ts';
import { ACTIVITY_ITEM, itemsOf, type RigRecord, readRigRecord } from './rig-record.ts';

export interface RigRecordAnswer {
  readonly record: RigRecord | undefined;
  readonly problem: string | undefined;
  readonly isAsking: boolean;
  readonly isForbidden: boolean;
  /** Has the schedule worked out anew. */
  readonly refresh: () => void;
}

/**
 * The record of the dashboard's asset. Whoever looks sees a correction of its history, and what came late, at once.
 * @param isHeld news wait: somebody is at work on what is shown
 */
export function useRigRecord(
  range: { startMs: EpochMs; endMs: EpochMs } | undefined,
  isHeld: boolean,
): RigRecordAnswer {
  const { asset, definition } = useDashboardScope();
  const { assetId } = asset;
  const mayView = useMay('HistoricalDataItems', 'View');
  const items = useMemo(() => itemsOf(definition), [definition]);
  const client = useQueryClient();
  const isAnew = useRef(false);
  const { startMs = 0, endMs = 0 } = range ?? {};
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.rigRecord(assetId, startMs, endMs),
    queryFn: async ({ signal }) => {
      const refresh = isAnew.current;
      isAnew.current = false;
      return readRigRecord(assetId, items, { startMs, endMs }, refresh, signal);
    },
    enabled: range !== undefined && mayView,
    placeholderData: keepPreviousData,
    refetchInterval: isHeld ? false : LOOK_MS,
  });
  useNews(assetId, items.depth, range !== undefined && mayView && !isHeld, () => {
    void askAgain(client, queryKeys.rigRecord(assetId));
  });
  return {
    record: data,
    problem: error === null ? undefined : messageOf(error),
    isAsking: isFetching,
    isForbidden: !mayView,
    refresh: () => {
      isAnew.current = true;
      void refetch();
    },
  };
}

/** What goes on now is looked at again after this long. */
const LOOK_MS = 60_000;

/** Calls when points of the past of the activity or the depth are others now, or may have become so unheard. */
function useNews(assetId: number, depthItem: number | undefined, isWanted: boolean, onNews: () => void): void {
  const { connection } = useLive();
  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => {
    if (!isWanted) return;
    let isFirst = true;
    const silence = connection.listen({
      subscribed: (id) => {
        if (id !== assetId) return;
        if (!isFirst) latest.current();
        isFirst = false;
      },
      message: (id, channel, payload) => {
        if (id !== assetId || channel !== 'backfill') return;
        const { dataItemIds } = payload as LiveBackfill;
        if (dataItemIds.some((item) => item === ACTIVITY_ITEM || item === depthItem)) latest.current();
      },
    });
    const unwatch = connection.watch(assetId);
    return () => {
      silence();
      unwatch();
    };
  }, [connection, assetId, depthItem, isWanted]);
}
