import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { events } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { useDashboardScope } from './dashboard-scope.tsx';
import { usePastMs } from './dashboard-time.ts';
import { isAsset, type RecordList, recordList } from './record-list.ts';
import { useMay } from './use-may.ts';

const REFRESH_MS = 30_000;
/** In the past the list is asked again for each such step of the cursor. */
const PAST_STEP_MS = 10_000;
const MOST = '1000';

/** The events of the dashboard's asset, newest first, up to the dashboard's moment. */
export function useEventList(): RecordList<events.AssetEventRecord> {
  const { asset } = useDashboardScope();
  const { assetId } = asset;
  const pastMs = usePastMs();
  const mayView = useMay('Events', 'View');
  // Asked for as seldom as the steps say, and what happened after the cursor left out here.
  const to = pastMs === undefined ? undefined : new Date(Math.ceil(pastMs / PAST_STEP_MS) * PAST_STEP_MS).toISOString();
  const query = useQuery({
    queryKey: ['assets', assetId, 'events', { to: to ?? null }],
    queryFn: ({ signal }) =>
      callApi(events.listAssetEvents, { params: { assetId }, query: { limit: MOST, ...(to ? { to } : {}) }, signal }),
    enabled: mayView && isAsset(assetId),
    refetchInterval: pastMs === undefined ? REFRESH_MS : false,
    placeholderData: keepPreviousData,
    select: (list) => (pastMs === undefined ? list : list.filter(({ timestamp }) => Date.parse(timestamp) <= pastMs)),
  });
  return recordList(query, mayView, assetId);
}
