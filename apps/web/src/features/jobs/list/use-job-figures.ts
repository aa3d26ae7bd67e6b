import { useQuery } from '@tanstack/react-query';
import type { jobs } from '@telltale/contract';
import { definitionTreeQuery } from '#api/dashboard-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { itemsOf, readRigRecord } from '#tile-kit/records/rig-record.ts';
import { figuresOfJob, type JobFigure, spanOfJob } from './job-figures.ts';

const MINUTE_MS = 60_000;
const nowOfMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The figures of a job, from what its rig recorded in its time. @param mayRead whether the history may be read */
export function useJobFigures(job: jobs.Job, mayRead: boolean) {
  const nowMs = nowOfMinute();
  const { startMs, endMs } = spanOfJob(job, nowMs);
  const definition = useQuery({ ...definitionTreeQuery(job.assetId), enabled: mayRead });
  const record = useQuery({
    queryKey: queryKeys.rigRecord(job.assetId, startMs, endMs),
    queryFn: ({ signal }) => readRigRecord(job.assetId, itemsOf(definition.data), { startMs, endMs }, false, signal),
    enabled: mayRead && definition.data !== undefined && endMs > startMs,
    staleTime: MINUTE_MS,
  });
  const hasBegun = endMs > startMs;
  const figures: readonly JobFigure[] | undefined = !hasBegun
    ? figuresOfJob(job, [], undefined, nowMs)
    : record.data && figuresOfJob(job, record.data.segments, record.data.plug, nowMs);
  const failed = definition.error === null ? record : definition;
  return { figures, hasBegun, query: { data: figures, error: failed.error, refetch: () => void failed.refetch() } };
}
