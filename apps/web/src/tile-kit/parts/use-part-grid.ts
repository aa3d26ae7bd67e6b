import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { parts } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { partGridQuery } from '#api/events/part-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useRecordNews } from '#pages/timeline/use-record-news.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { usePastMs } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';

/** In the past the parts are asked for again for each such step of the cursor. */
const PAST_STEP_MS = 60_000;

export interface PartGridAnswer {
  readonly grid: parts.PartGrid | undefined;
  readonly problem: string | undefined;
  readonly isAsking: boolean;
  readonly isForbidden: boolean;
  /** The past moment that it is of; undefined: now. */
  readonly at: string | undefined;
  /** Asks for everything anew, the records of a part too. */
  readonly refresh: () => void;
}

/** The parts of the dashboard's asset at its moment; what others write down is heard of at once. */
export function usePartGrid(): PartGridAnswer {
  const { asset } = useDashboardScope();
  const { assetId } = asset;
  const pastMs = usePastMs(PAST_STEP_MS);
  const at = pastMs === undefined ? undefined : new Date(pastMs).toISOString();
  const mayEvents = useMay('Events', 'View');
  const mayHistory = useMay('HistoricalDataItems', 'View');
  const mayView = mayEvents && mayHistory;
  const client = useQueryClient();
  const { data, error, isFetching } = useQuery({ ...partGridQuery(assetId, at), enabled: mayView });
  const refresh = () => void client.invalidateQueries({ queryKey: queryKeys.parts(assetId) });
  useRecordNews(assetId, () => {
    if (mayView && at === undefined) refresh();
  });
  return {
    grid: data,
    problem: error === null ? undefined : messageOf(error),
    isAsking: isFetching,
    isForbidden: !mayView,
    at,
    refresh,
  };
}
