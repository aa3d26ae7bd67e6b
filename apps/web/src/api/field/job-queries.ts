import { queryOptions } from '@tanstack/react-query';
import { jobs } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

export const JOBS_PER_PAGE = 50;

/** Jobs in sight, newest first. @param assetId those of one rig */
export function jobListQuery(assetId: number | undefined, offset: number) {
  return queryOptions({
    queryKey: queryKeys.jobPage({ assetId, offset }),
    queryFn: ({ signal }) =>
      callApi(jobs.listJobs, {
        query: { limit: JOBS_PER_PAGE, offset, ...(assetId === undefined ? {} : { assetId: String(assetId) }) },
        signal,
      }),
  });
}

export function jobQuery(jobId: number) {
  return queryOptions({
    queryKey: queryKeys.job(jobId),
    queryFn: ({ signal }) => callApi(jobs.getJob, { params: { jobId }, signal }),
  });
}
