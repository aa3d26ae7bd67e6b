import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { alarms } from '@telltale/contract';
import { useMemo } from 'react';
import { assetAlarmsQuery } from '#api/alarm-queries.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMay } from '../portal/use-may.ts';
import { askAgain } from './ask-again.ts';
import { type AssetMomentReading, useAssetMoments } from './asset-moments.ts';
import type { RecordList } from './record-list.ts';
import { useAlarmMessages } from './use-alarm-messages.ts';
import { useGathered } from './use-gathered.ts';

/** The list after news of one alarm: changed, added, or gone. The severest come first, as the portal lists them. */
export function withAlarm(list: readonly alarms.Alarm[], news: alarms.LiveAlarm): alarms.Alarm[] {
  const others = list.filter(({ alarmDefinitionId }) => alarmDefinitionId !== news.alarmDefinitionId);
  if (news.alarm === null) return others;
  return [...others, news.alarm].sort(bySeverity);
}

/** The severest first, then the newest. */
function bySeverity(a: alarms.Alarm, b: alarms.Alarm): number {
  return b.severity - a.severity || b.raised.localeCompare(a.raised);
}

/**
 * The open alarms of the dashboard's asset, or of those in a system's slots, kept up to date; in the past those of the
 * dashboard's moment.
 */
export function useAlarms(): RecordList<alarms.Alarm> {
  const { members } = useDashboardScope();
  const mayView = useMay('Alarms', 'View');
  const moments = useAssetMoments(useMemo(() => members.map(({ assetId }) => assetId), [members]));
  const list = useGathered({ queryOf: assetAlarmsQuery, mayView, order: bySeverity });
  useAlarmNews(mayView);
  const then = useMemo(() => alarmsThen([...moments.values()]), [moments]);
  if (!mayView || then === 'live') return list;
  if (then === 'waiting') return { state: 'loading' };
  return { state: 'ready', items: then, refresh: () => undefined, isRefreshing: false };
}

function alarmsThen(moments: readonly AssetMomentReading[]): readonly alarms.Alarm[] | 'live' | 'waiting' {
  if (moments.some(({ kind }) => kind === 'waiting')) return 'waiting';
  const past = moments.flatMap((reading) => (reading.kind === 'past' ? [reading.moment.alarms] : []));
  if (past.length === 0) return 'live';
  return past.length === 1 ? (past[0] ?? []) : past.flat().sort(bySeverity);
}

/** Takes up what the live hub says of the alarms; after a gap in the connection a list is asked again. */
function useAlarmNews(isWanted: boolean): void {
  const client = useQueryClient();
  useAlarmMessages(isWanted, {
    subscribed: (assetId) => void askAgain(client, assetAlarmsQuery(assetId).queryKey),
    message: (_assetId, payload) => {
      const news = alarms.liveAlarmSchema.safeParse(payload);
      if (!news.success) console.warn('An alarm came in a form that cannot be read.', news.error);
      else takeUp(client, news.data);
    },
  });
}

/** Changes the list that is shown. An answer under way may be older than the news and replace them: it is asked again. */
export function takeUp(client: QueryClient, news: alarms.LiveAlarm): void {
  const { queryKey } = assetAlarmsQuery(news.assetId);
  client.setQueryData(queryKey, (list) => list && withAlarm(list, news));
  if (client.isFetching({ queryKey, exact: true }) > 0) void askAgain(client, queryKey);
}
