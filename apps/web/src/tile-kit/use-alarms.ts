import { useQuery, useQueryClient } from '@tanstack/react-query';
import { alarms } from '@telltale/contract';
import { useEffect } from 'react';
import { assetAlarmsQuery } from '#api/alarm-queries.ts';
import { useLive } from '#live/use-live.ts';
import { useAssetMoment } from './asset-moments.ts';
import { useDashboardScope } from './dashboard-scope.tsx';
import { isAsset, type RecordList, recordList } from './record-list.ts';
import { useMay } from './use-may.ts';

/** The list after news of one alarm: changed, added, or gone. The severest come first, as the portal lists them. */
export function withAlarm(list: readonly alarms.Alarm[], news: alarms.LiveAlarm): alarms.Alarm[] {
  const others = list.filter(({ alarmDefinitionId }) => alarmDefinitionId !== news.alarmDefinitionId);
  if (news.alarm === null) return others;
  return [...others, news.alarm].sort((a, b) => b.severity - a.severity || b.raised.localeCompare(a.raised));
}

/** The open alarms of the dashboard's asset, kept up to date; in the past those of the dashboard's moment. */
export function useAlarms(): RecordList<alarms.Alarm> {
  const { asset } = useDashboardScope();
  const { assetId } = asset;
  const mayView = useMay('Alarms', 'View');
  const isAsked = mayView && isAsset(assetId);
  const moment = useAssetMoment();
  const query = useQuery({ ...assetAlarmsQuery(assetId), enabled: isAsked });
  useAlarmNews(assetId, isAsked);
  if (isAsked && moment.kind === 'waiting') return { state: 'loading' };
  if (isAsked && moment.kind === 'past') {
    return { state: 'ready', items: moment.moment.alarms, refresh: () => undefined, isRefreshing: false };
  }
  return recordList(query, mayView, assetId);
}

/** Takes up what the live hub says of the asset's alarms; after a gap in the connection the list is asked again. */
function useAlarmNews(assetId: number, isWanted: boolean): void {
  const { connection } = useLive();
  const client = useQueryClient();
  useEffect(() => {
    if (!isWanted) return;
    const { queryKey } = assetAlarmsQuery(assetId);
    const silence = connection.listen({
      subscribed: (subscribedId) => {
        if (subscribedId === assetId) void client.invalidateQueries({ queryKey, exact: true });
      },
      message: (messageId, channel, payload) => {
        if (messageId !== assetId || channel !== 'alarms') return;
        const news = alarms.liveAlarmSchema.safeParse(payload);
        if (!news.success) console.warn('An alarm came in a form that cannot be read.', news.error);
        else client.setQueryData(queryKey, (list) => list && withAlarm(list, news.data));
      },
    });
    const unwatch = connection.watch(assetId);
    return () => {
      silence();
      unwatch();
    };
  }, [connection, client, assetId, isWanted]);
}
