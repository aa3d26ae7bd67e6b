import { useQuery } from '@tanstack/react-query';
import type { files } from '@telltale/contract';
import { assetFilesQuery } from '#api/file-queries.ts';
import { useDashboardScope } from './dashboard-scope.tsx';
import { usePastMs } from './dashboard-time.ts';
import { isAsset, type RecordList, recordList } from './record-list.ts';
import { useMay } from './use-may.ts';

export { fileAddress } from '#api/file-queries.ts';

const REFRESH_MS = 60_000;
const PAST_STEP_MS = 1_000;

/** The files of the dashboard's asset, newest first; in the past those that were there by then. */
export function useFileList(): RecordList<files.StoredFile> {
  const { asset } = useDashboardScope();
  const pastMs = usePastMs(PAST_STEP_MS);
  const mayView = useMay('Files', 'View');
  const query = useQuery({
    ...assetFilesQuery(asset.assetId),
    enabled: mayView && isAsset(asset.assetId),
    refetchInterval: REFRESH_MS,
  });
  const list = recordList(query, mayView, asset.assetId);
  if (list.state !== 'ready' || pastMs === undefined) return list;
  return { ...list, items: list.items.filter(({ timestamp }) => Date.parse(timestamp) <= pastMs) };
}
