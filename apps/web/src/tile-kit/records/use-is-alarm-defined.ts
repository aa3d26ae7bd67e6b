import { useQueries } from '@tanstack/react-query';
import { alarmDefinitionsQuery } from '#api/alarm-queries.ts';
import { assetQuery } from '#api/asset-queries.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useIsPast } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';

/**
 * Whether an alarm definition is among those of the dashboard's asset, or of the assets in a system's slots: an alarm
 * that nobody defines any more is never raised, and must not pass for one that is well. Undefined while that is not
 * known, and in the past, when it may still have been there.
 */
export function useIsAlarmDefined(alarmDefinitionId: number | null): boolean | undefined {
  const { members } = useDashboardScope();
  const mayView = useMay('Alarms', 'View');
  const isPast = useIsPast();
  const isAsked = mayView && !isPast && alarmDefinitionId !== null;
  const own = useQueries({ queries: isAsked ? members.map(({ assetId }) => assetQuery(assetId)) : [] });
  const kinds = new Set(own.flatMap(({ data }) => data?.assetDefinitionId ?? []));
  const lists = useQueries({ queries: [...kinds].map(alarmDefinitionsQuery) });
  if (lists.some(({ data }) => data?.some((one) => one.alarmDefinitionId === alarmDefinitionId))) return true;
  const isKnown = lists.length > 0 && [...own, ...lists].every(({ data }) => data !== undefined);
  return isKnown ? false : undefined;
}
