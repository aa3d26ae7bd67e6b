import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type alarmLists, permissionId } from '@telltale/contract';
import { useEffect, useMemo } from 'react';
import { alarmCountsQuery, alarmSummaryQuery } from '#api/alarm-queries.ts';
import { useMay } from '#session/session-store.ts';

const VIEW_ALARMS = permissionId('Alarms', 'View');
/** Where the live connection cannot be made, figures are at most this old. */
const ASK_EVERY_MS = 60_000;

/** Keeps what is shown of all alarms in sight up to date; the live client is loaded for it, after the page. */
export function useAlarmNews(isWanted: boolean): void {
  const records = useQueryClient();
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let release: () => void = () => undefined;
    void import('./alarm-news.ts').then(({ alarmNews }) => {
      if (!isOver) release = alarmNews(records).retain();
    });
    return () => {
      isOver = true;
      release();
    };
  }, [records, isWanted]);
}

/** All alarms in sight in a few figures, kept up to date; undefined until they are known, and for who may not see alarms. */
export function useAlarmSummary(): alarmLists.AlarmSummary | undefined {
  const mayView = useMay(VIEW_ALARMS);
  useAlarmNews(mayView);
  return useQuery({ ...alarmSummaryQuery, enabled: mayView, refetchInterval: ASK_EVERY_MS }).data;
}

type AssetAlarms = Pick<alarmLists.AssetAlarmCount, 'count' | 'unacknowledged' | 'worstSeverity'>;

/**
 * The assets that have open alarms, by id, kept up to date: how many, and the worst; what is not in it has none. Undefined
 * until it is known, and for who may not see alarms.
 */
export function useAlarmCounts(): ReadonlyMap<number, AssetAlarms> | undefined {
  const mayView = useMay(VIEW_ALARMS);
  useAlarmNews(mayView);
  const { data } = useQuery({ ...alarmCountsQuery, enabled: mayView, refetchInterval: ASK_EVERY_MS });
  return useMemo(() => data && new Map(data.map((counts) => [counts.assetId, counts])), [data]);
}
