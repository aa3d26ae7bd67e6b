import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type alarmCounts, permissionId } from '@telltale/contract';
import { useEffect, useMemo } from 'react';
import { alarmCountsQuery } from '#api/alarm-counts-query.ts';
import { useMay } from '#session/session-store.ts';
import { alarmNews } from './alarm-news.ts';

/** Where the live connection cannot be made, figures are at most this old. */
const ASK_EVERY_MS = 60_000;

export type AssetAlarms = Pick<alarmCounts.AssetAlarmCount, 'count' | 'unacknowledged' | 'worstSeverity'>;

/**
 * The assets that have open alarms, by id, kept up to date: how many, and the worst; what is not in it has none. Undefined
 * until it is known, and for who may not see alarms.
 */
export function useAlarmCounts(): ReadonlyMap<number, AssetAlarms> | undefined {
  const mayView = useMay(permissionId('Alarms', 'View'));
  const records = useQueryClient();
  useEffect(() => (mayView ? alarmNews(records).retain() : undefined), [records, mayView]);
  const { data } = useQuery({ ...alarmCountsQuery, enabled: mayView, refetchInterval: ASK_EVERY_MS });
  return useMemo(() => data && new Map(data.map((counts) => [counts.assetId, counts])), [data]);
}
