import { isProjection, JOB_GENERATED, type jobs } from '@telltale/contract';
import { QUARTER_MS } from '@telltale/domain/field/schedule.ts';

export type AttributeText = jobs.Job['attributes'][number];

/** What the report shows of a job that is closed, in place of what its rig says now. */
export interface ReportOfJob {
  readonly jobId: number;
  readonly name: string;
  readonly attributes: readonly AttributeText[];
  /** A moment at which the whole job is past. */
  readonly atMs: number;
}

const keyOf = (name: string) => name.trim().toLowerCase();

/**
 * A closed job as its report has it: from its beginning to where it was closed, with what was said of it then.
 * Undefined: it is open, and the report is that of its rig.
 * @param own the attributes of the job's own asset, which keeps the projection
 */
export function reportOfJob(job: jobs.Job, own: readonly AttributeText[]): ReportOfJob | undefined {
  if (job.closedAt === null) return undefined;
  const times: AttributeText[] = [
    { attributeName: JOB_GENERATED.reportStart, attributeValue: job.startTime ?? job.openedAt },
    { attributeName: JOB_GENERATED.closed, attributeValue: job.closedAt },
  ];
  const set = new Set(times.map(({ attributeName }) => keyOf(attributeName)));
  const kept = job.attributes.filter(({ attributeName }) => !set.has(keyOf(attributeName)));
  const projection = own.filter(({ attributeName }) => isProjection(attributeName));
  return {
    jobId: job.jobId,
    name: job.jobSerialNumber,
    attributes: [...kept, ...times, ...projection],
    // The last quarter of an hour belongs to it.
    atMs: Math.ceil(Date.parse(job.closedAt) / QUARTER_MS) * QUARTER_MS,
  };
}
