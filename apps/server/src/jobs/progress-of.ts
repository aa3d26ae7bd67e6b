import { ToldProgress } from '#cluster/jobs/told-progress.ts';
import type { Cluster } from '#cluster/open-cluster.ts';
import { JobProgress } from './job-progress.ts';

/** Progress of jobs of a kind, which every node of the portal shows. */
export function progressOf<Share>(
  { cluster, closing }: { cluster: Cluster | undefined; closing: AsyncDisposableStack },
  kind: string,
): JobProgress<Share> {
  if (cluster === undefined) return new JobProgress();
  const told = new ToldProgress<Share>(cluster, kind);
  closing.defer(() => told.close());
  return told;
}
