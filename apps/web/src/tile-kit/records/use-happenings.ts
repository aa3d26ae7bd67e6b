import { useQueryClient } from '@tanstack/react-query';
import { alarms, events } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { usePastMs } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';
import { askAgain } from './ask-again.ts';
import type { RecordList } from './record-list.ts';
import { useAlarmMessages } from './use-alarm-messages.ts';
import { lookEveryMs, useGathered } from './use-gathered.ts';

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

const byTransition = (a: alarms.AlarmTransition, b: alarms.AlarmTransition) => b.time.localeCompare(a.time);
const byEvent = (a: events.AssetEventRecord, b: events.AssetEventRecord) => b.timestamp.localeCompare(a.timestamp);

function itemsOf<Item>(list: RecordList<Item>): readonly Item[] {
  return list.state === 'ready' ? list.items : NOTHING;
}

/**
 * What happened to the dashboard's asset, or to those in a system's slots, between two moments: alarm transitions and
 * events, as far as the user may see them.
 */
export function useHappenings(fromMs: number, toMs: number): Happenings {
  const { members } = useDashboardScope();
  const pastMs = usePastMs(PAST_STEP_MS);
  const mayAlarms = useMay('Alarms', 'View');
  const mayEvents = useMay('Events', 'View');
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const options = { refetchInterval: lookEveryMs(REFRESH_MS, members.length), retry: false } as const;
  const query = { ...range, limit: String(MOST) };

  const transitions = useGathered({
    queryOf: (assetId) => ({
      ...options,
      queryKey: queryKeys.alarmTransitions(assetId, range),
      queryFn: async ({ signal }): Promise<alarms.AlarmTransition[]> =>
        (await callApi(alarms.listAlarmTransitions, { params: { assetId }, query, signal })).transitions,
    }),
    mayView: mayAlarms,
    order: byTransition,
  });
  const happened = useGathered({
    queryOf: (assetId) => ({
      ...options,
      queryKey: queryKeys.assetEvents(assetId, range),
      queryFn: ({ signal }) => callApi(events.listAssetEvents, { params: { assetId }, query, signal }),
    }),
    mayView: mayEvents,
    order: byEvent,
  });
  useAlarmNews(mayAlarms && pastMs === undefined);
  const hasHappened = (time: string) => pastMs === undefined || Date.parse(time) <= pastMs + PAST_STEP_MS;
  return {
    alarms: itemsOf(transitions).filter(({ time }) => hasHappened(time)),
    events: itemsOf(happened).filter(({ timestamp }) => hasHappened(timestamp)),
  };
}

/** An alarm that opens or closes is a mark at once, not at the next look; so is what happened during a gap. */
function useAlarmNews(isWanted: boolean): void {
  const client = useQueryClient();
  const ask = (assetId: number) => void askAgain(client, queryKeys.alarmTransitions(assetId));
  useAlarmMessages(isWanted, { message: ask, subscribed: ask });
}
