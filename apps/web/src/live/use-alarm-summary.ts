import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type alarmCounts, permissionId } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { queryKeys } from '#api/query-keys.ts';
import { useMay } from '#session/session-store.ts';
import { alarmNews } from './alarm-news.ts';

/** What the live hub has not said by then is asked for. */
const LATE_MS = 1_500;
/** Where the live connection cannot be made, figures are at most this old. */
const ASK_EVERY_MS = 60_000;

/** All alarms in sight in a few figures, kept up to date; undefined until they are known, and for who may not see alarms. */
export function useAlarmSummary(): alarmCounts.AlarmSummary | undefined {
  const mayView = useMay(permissionId('Alarms', 'View'));
  const records = useQueryClient();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!mayView) return;
    const release = alarmNews(records).retain();
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      release();
      clearTimeout(timer);
    };
  }, [records, mayView]);
  return useQuery<alarmCounts.AlarmSummary>({
    queryKey: queryKeys.alarmSummary,
    queryFn: async ({ signal }) => (await import('#api/alarm-queries.ts')).loadAlarmSummary(signal),
    enabled: mayView && isLate,
    staleTime: ASK_EVERY_MS,
    refetchInterval: ASK_EVERY_MS,
  }).data;
}
