import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type definitions, type EpochMs, history, type LiveBackfill, schedule } from '@telltale/contract';
import { useEffect, useMemo, useRef } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMay } from '../portal/use-may.ts';
import { askAgain } from './ask-again.ts';

/** Data item 148 is the activity (spec 3 §2). */
export const ACTIVITY_ITEM = 148;
/** Buckets of history that maintenance and reports ask for (spec 1 §7). */
const THRESHOLD = '400';

/** What a rig did in a stretch of time, as the portal has it. */
export interface RigRecord {
  readonly segments: readonly schedule.ScheduleSegment[];
  /** Seconds since 1970 and feet. */
  readonly depth: readonly (readonly [timeS: number, feet: number])[];
  /** The plug it is at, and the highest that it came to; undefined: it reports none. */
  readonly plug: { readonly current: number; readonly most: number } | undefined;
}

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
      const span = { startTime: new Date(startMs).toISOString(), endTime: new Date(endMs).toISOString() };
      const [segments, columns] = await Promise.all([
        callApi(schedule.getSchedule, {
          params: { assetId },
          query: { ...span, ...(refresh ? { refresh: 'true' as const } : {}) },
          signal,
        }),
        items.depth === undefined ? undefined : readHistory(assetId, items, span, signal),
      ]);
      return { segments, ...measured(columns) };
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

interface RigItems {
  depth: number | undefined;
  plug: number | undefined;
}

function itemsOf({ dataItemDefinitions }: definitions.DefinitionTree): RigItems {
  const idOf = (label: string) =>
    dataItemDefinitions.find((item) => item.label.trim().toLowerCase() === label)?.dataItemId;
  return { depth: idOf('depth'), plug: idOf('current plug') };
}

function readHistory(
  assetId: number,
  { depth, plug }: RigItems,
  span: { startTime: string; endTime: string },
  signal: AbortSignal,
): Promise<history.ColumnarHistory> {
  const dataItems = [depth, plug].flatMap((item) => (item === undefined ? [] : [`${assetId}-${item}`])).join(',');
  return callApi(history.getHistory, { query: { columnar: 'true', threshold: THRESHOLD, dataItems, ...span }, signal });
}

function measured([times = [], depths = [], plugs]: history.ColumnarHistory = []): Pick<RigRecord, 'depth' | 'plug'> {
  const depth = depths.flatMap((feet, row): [number, number][] =>
    typeof feet === 'number' ? [[Number(times[row]), feet]] : [],
  );
  const numbers = (plugs ?? []).filter((one) => typeof one === 'number');
  const current = numbers.at(-1);
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  return { depth, plug: current === undefined ? undefined : { current, most } };
}

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
