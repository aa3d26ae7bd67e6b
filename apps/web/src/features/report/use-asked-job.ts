import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { assetListQuery } from '#api/asset-queries.ts';
import { jobQuery } from '#api/field/job-queries.ts';
import { useMay } from '#session/session-store.ts';
import { type ReportOfJob, reportOfJob } from './report-of-job.ts';

export interface AskedJob {
  /** Whether there is nothing to wait for. */
  readonly isKnown: boolean;
  /** The address names a job that is none, or another rig's. */
  readonly isElsewhere: boolean;
  /** Undefined: the report is the rig's own. */
  readonly job: ReportOfJob | undefined;
  readonly query: { data: unknown; error: Error | null; refetch: () => unknown };
}

/** The job of `?job=` in the address of a rig's report. */
export function useAskedJob(assetId: number): AskedJob {
  const [search] = useSearchParams();
  const asked = search.get('job');
  const jobId = Number(asked);
  const isId = Number.isSafeInteger(jobId) && jobId > 0;
  const mayAssets = useMay(permissionId('Assets', 'View'));
  const query = useQuery({ ...jobQuery(jobId), enabled: asked !== null && isId });
  const { data } = query;
  const assets = useQuery({ ...assetListQuery, enabled: mayAssets && data !== undefined && data.closedAt !== null });
  const job = useMemo(() => {
    if (data === undefined) return undefined;
    const name = data.jobSerialNumber.toLowerCase();
    const own = assets.data?.find(({ serialNumber }) => serialNumber.toLowerCase() === name);
    return reportOfJob(data, own?.attributes ?? []);
  }, [data, assets.data]);
  return {
    isKnown: asked === null || (data !== undefined && !assets.isLoading),
    isElsewhere: asked !== null && (!isId || (data !== undefined && data.assetId !== assetId)),
    job,
    query,
  };
}
