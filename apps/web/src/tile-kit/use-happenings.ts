import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { alarms, events } from '@telltale/contract';
import { useEffect } from 'react';
import { callApi } from '#api/client.ts';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from './dashboard-scope.tsx';
import { usePastMs } from './dashboard-time.ts';
import { isAsset } from './record-list.ts';
import { useMay } from './use-may.ts';

export interface Happenings {
  alarms: readonly alarms.AlarmTransition[];
  events: readonly events.AssetEventRecord[];
}

/** More than this many marks on one chart say nothing any more; the newest are shown. */
const MOST = 500;
const REFRESH_MS = 30_000;
/** While a dashboard is played back, what comes after its cursor has not happened yet. */
const PAST_STEP_MS = 1_000;
const NOTHING: readonly never[] = [];

/** What happened to the dashboard's asset between two moments: alarm transitions and events, as far as the user may see them. */
export function useHappenings(fromMs: number, toMs: number): Happenings {
  const { asset } = useDashboardScope();
  const pastMs = usePastMs(PAST_STEP_MS);
  const mayAlarms = useMay('Alarms', 'View');
  const mayEvents = useMay('Events', 'View');
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const options = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData, retry: false } as const;
  const params = { assetId: asset.assetId };

  const transitions = useQuery({
    ...options,
    queryKey: ['assets', asset.assetId, 'alarmtransitions', range],
    queryFn: ({ signal }) =>
      callApi(alarms.listAlarmTransitions, { params, query: { ...range, limit: String(MOST) }, signal }),
    enabled: mayAlarms && asset.assetId > 0,
  });
  const happened = useQuery({
    ...options,
    queryKey: ['assets', asset.assetId, 'events', range],
    queryFn: ({ signal }) =>
      callApi(events.listAssetEvents, { params, query: { ...range, limit: String(MOST) }, signal }),
    enabled: mayEvents && asset.assetId > 0,
  });
  useAlarmNews(asset.assetId, mayAlarms && pastMs === undefined);
  const hasHappened = (time: string) => pastMs === undefined || Date.parse(time) <= pastMs + PAST_STEP_MS;
  return {
    alarms: transitions.data?.transitions.filter(({ time }) => hasHappened(time)) ?? NOTHING,
    events: happened.data?.filter(({ timestamp }) => hasHappened(timestamp)) ?? NOTHING,
  };
}

/** An alarm that opens or closes is a mark at once, not at the next look. */
function useAlarmNews(assetId: number, isWanted: boolean): void {
  const { connection } = useLive();
  const client = useQueryClient();
  useEffect(() => {
    if (!isWanted || !isAsset(assetId)) return;
    const silence = connection.listen({
      message: (messageId, channel) => {
        if (messageId !== assetId || channel !== 'alarms') return;
        // The charts of a dashboard all hear of it: the first one's question is everybody's.
        const queryKey = ['assets', assetId, 'alarmtransitions'];
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
      },
    });
    const unwatch = connection.watch(assetId);
    return () => {
      silence();
      unwatch();
    };
  }, [connection, client, assetId, isWanted]);
}
