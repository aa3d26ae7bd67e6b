import type { Log } from '#config/log.ts';
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts';

/** What says whether this process does what the portal does once; without it, it is the only one. */
export interface DutySource {
  readonly cluster: { readonly duty: { readonly isMine: boolean } } | undefined;
  readonly log: Log;
}

/** A periodic job of the portal as a whole: of several nodes the one that has the duty runs it. */
export function startDutyJob(
  { cluster, log }: DutySource,
  name: string,
  everyMs: number,
  work: () => Promise<void>,
  firstMs = everyMs,
): PeriodicJob {
  if (cluster === undefined) return startPeriodicJob(name, everyMs, log, work, firstMs);
  const { duty } = cluster;
  return startPeriodicJob(name, everyMs, log, async () => (duty.isMine ? work() : undefined), firstMs);
}
