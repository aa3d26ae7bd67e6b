import { queryOptions } from '@tanstack/react-query';
import { exportJobs, exportSchedules } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

const PROGRESS_MS = 1_000;
/** How an export stands that is under way is asked for until it is known. */
const FAILED_MS = 5_000;
/** Results expire, mails are answered, and schedules come due without anybody's doing here. */
const LOOK_MS = 30_000;

export function isUnderWay({ state }: Pick<exportJobs.ExportJob, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Something of it is still to come. */
function isOpen(job: exportJobs.ExportJob): boolean {
  // A mail that was tried in vain waits for minutes and hours.
  return isUnderWay(job) || job.mails.some(({ state, problem }) => state === 'waiting' && problem === undefined);
}

/** The user's exports, newest first; asked for again and again, most often while something of one is still to come. */
export const exportListQuery = queryOptions({
  queryKey: queryKeys.exports,
  queryFn: ({ signal }) => callApi(exportJobs.listExports, { signal }),
  refetchInterval: ({ state }) => {
    if (state.error !== null) return FAILED_MS;
    return state.data?.some(isOpen) ? PROGRESS_MS : LOOK_MS;
  },
});

/** What the user has exported again and again, by the time at which it comes. */
export const exportSchedulesQuery = queryOptions({
  queryKey: queryKeys.exportSchedules,
  queryFn: ({ signal }) => callApi(exportSchedules.listExportSchedules, { signal }),
  refetchInterval: LOOK_MS,
});
