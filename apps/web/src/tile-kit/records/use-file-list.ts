import type { files } from '@telltale/contract';
import { assetFilesQuery } from '#api/file-queries.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { usePastMs } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';
import type { RecordList } from './record-list.ts';
import { lookEveryMs, useGathered } from './use-gathered.ts';

export { fileAddress } from '#api/file-queries.ts';

const REFRESH_MS = 60_000;
const PAST_STEP_MS = 1_000;

const byTime = (a: files.StoredFile, b: files.StoredFile) => b.timestamp.localeCompare(a.timestamp);

/** The files of the dashboard's asset, or of those in a system's slots, newest first; in the past those there by then. */
export function useFileList(): RecordList<files.StoredFile> {
  const { members } = useDashboardScope();
  const pastMs = usePastMs(PAST_STEP_MS);
  const mayView = useMay('Files', 'View');
  const list = useGathered({
    queryOf: (assetId) => ({
      ...assetFilesQuery(assetId),
      refetchInterval: lookEveryMs(REFRESH_MS, members.length),
    }),
    mayView,
    order: byTime,
  });
  if (list.state !== 'ready' || pastMs === undefined) return list;
  return { ...list, items: list.items.filter(({ timestamp }) => Date.parse(timestamp) <= pastMs) };
}
