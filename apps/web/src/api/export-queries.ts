import { queryOptions } from '@tanstack/react-query';
import { exportJobs, exportSchedules } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

const PROGRESS_MS = 1_000;
/** How an export stands that is under way is asked for until it is known. */
const FAILED_MS = 5_000;

export function isUnderWay({ state }: Pick<exportJobs.ExportJob, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** The user's exports, newest first; asked for again and again while one is under way. */
export const exportListQuery = queryOptions({
  queryKey: queryKeys.exports,
  queryFn: ({ signal }) => callApi(exportJobs.listExports, { signal }),
  refetchInterval: ({ state }) => {
    if (state.error !== null) return FAILED_MS;
    return state.data?.some(isUnderWay) ? PROGRESS_MS : false;
  },
});

/** What the user has exported again and again, by the time at which it comes. */
export const exportSchedulesQuery = queryOptions({
  queryKey: queryKeys.exportSchedules,
  queryFn: ({ signal }) => callApi(exportSchedules.listExportSchedules, { signal }),
});
