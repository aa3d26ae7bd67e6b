import { events } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { usePastMs } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';
import type { RecordList } from './record-list.ts';
import { lookEveryMs, useGathered } from './use-gathered.ts';

const REFRESH_MS = 30_000;
/** In the past the list is asked again for each such step of the cursor. */
const PAST_STEP_MS = 10_000;
const MOST = '1000';

const byTime = (a: events.AssetEventRecord, b: events.AssetEventRecord) => b.timestamp.localeCompare(a.timestamp);

/** The events of the dashboard's asset, or of those in a system's slots, newest first, up to the dashboard's moment. */
export function useEventList(): RecordList<events.AssetEventRecord> {
  const { members } = useDashboardScope();
  const pastMs = usePastMs();
  const mayView = useMay('Events', 'View');
  // Asked for as seldom as the steps say, and what happened after the cursor left out here.
  const to = pastMs === undefined ? undefined : new Date(Math.ceil(pastMs / PAST_STEP_MS) * PAST_STEP_MS).toISOString();
  const list = useGathered({
    queryOf: (assetId) => ({
      queryKey: queryKeys.assetEvents(assetId, { to: to ?? null }),
      queryFn: ({ signal }) =>
        callApi(events.listAssetEvents, { params: { assetId }, query: { limit: MOST, ...(to ? { to } : {}) }, signal }),
      refetchInterval: pastMs === undefined ? lookEveryMs(REFRESH_MS, members.length) : false,
    }),
    mayView,
    order: byTime,
  });
  if (list.state !== 'ready' || pastMs === undefined) return list;
  return { ...list, items: list.items.filter(({ timestamp }) => Date.parse(timestamp) <= pastMs) };
}
