import {
  type AssetId,
  type EpochMs,
  isCompletion,
  isJobAttribute,
  isProjection,
  JOB_GENERATED,
  type jobs,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { type JobAttribute, type JobRecord, JobRepository } from './job-repository.ts';
import type { Rigs } from './rigs.ts';

export interface JobServiceOptions {
  work: UnitOfWork;
  jobs: JobRepository;
  rigs: Rigs;
  clock: Clock;
}

/** What is kept of a rig's attributes when its job is closed. */
export function keptOfJob(attributes: readonly JobAttribute[]): JobAttribute[] {
  return attributes
    .filter(
      ({ attributeName }) =>
        (isJobAttribute(attributeName) && !isProjection(attributeName)) || isCompletion(attributeName),
    )
    .map(({ attributeName, attributeValue }) => ({ attributeName, attributeValue }));
}

/** Lists, closes and opens the jobs of rigs in sight. */
export class JobService {
  readonly #options: JobServiceOptions;

  constructor(options: JobServiceOptions) {
    this.#options = options;
  }

  async list(
    caller: Caller,
    { assetId, limit, offset }: { assetId?: AssetId | undefined; limit: number; offset: number },
  ): Promise<{ total: number; jobs: jobs.Job[] }> {
    const { jobs: repository, rigs } = this.#options;
    if (assetId !== undefined) await rigs.requireVisible(caller, assetId);
    const inSight = (await repository.listIds(assetId)).filter((job) => caller.visibility.canSee(job.assetId));
    const page = inSight.slice(offset, offset + limit).map(({ jobId }) => jobId);
    const records = await repository.listByIds(page);
    return { total: inSight.length, jobs: await Promise.all(records.map((record) => this.#toJob(caller, record))) };
  }

  /** @throws HttpError 404 for a job of a rig out of sight */
  async require(caller: Caller, jobId: number): Promise<void> {
    await this.#find(caller, jobId);
  }

  /** @throws HttpError 409 when it is closed, 400 for a time before its start or to come */
  async close(caller: Caller, jobId: number, closeTime: string | undefined): Promise<jobs.Job> {
    const { work, clock, rigs } = this.#options;
    await work.run(caller, async (unit) => {
      const job = await within(unit, caller, jobId);
      if (job.closed !== null) throw conflict(`The job ${job.serialNumber} is closed already.`);
      const nowMs = clock.now();
      const timeMs = closeTime === undefined ? nowMs : Date.parse(closeTime);
      refuseTime(job, timeMs, nowMs);
      const before = await rigs.attributesOf(unit, job.assetId);
      await unit.of(JobRepository).close(jobId, timeMs, caller.username, keptOfJob(before));
      const closed = new Date(timeMs).toISOString();
      unit.note({ kind: 'job', assetId: job.assetId, what: `job ${job.serialNumber} closed`, after: { closed } });
      if (isOn(before, job)) {
        const attribute = { attributeName: JOB_GENERATED.closed, attributeValue: closed };
        await rigs.putAttributes(unit, job.assetId, [attribute]);
      }
    });
    return this.get(caller, jobId);
  }

  /** @throws HttpError 409 when it is open, or its rig is on another one */
  async reopen(caller: Caller, jobId: number): Promise<jobs.Job> {
    const { work, rigs } = this.#options;
    await work.run(caller, async (unit) => {
      const job = await within(unit, caller, jobId);
      if (job.closed === null) throw conflict(`The job ${job.serialNumber} is open.`);
      const before = await rigs.attributesOf(unit, job.assetId);
      if (!isOn(before, job)) throw conflict('The rig is on another job since.');
      await unit.of(JobRepository).reopen(jobId);
      const states = { before: { closed: new Date(job.closed.timeMs).toISOString() } };
      unit.note({ kind: 'job', assetId: job.assetId, what: `job ${job.serialNumber} opened again`, ...states });
      await rigs.deleteAttributes(unit, job.assetId, [JOB_GENERATED.closed]);
    });
    return this.get(caller, jobId);
  }

  /** @throws HttpError 404 for a job of a rig out of sight */
  async get(caller: Caller, jobId: number): Promise<jobs.Job> {
    return this.#toJob(caller, await this.#find(caller, jobId));
  }

  async #find(caller: Caller, jobId: number): Promise<JobRecord> {
    const job = await this.#options.jobs.find(jobId);
    if (!job || !caller.visibility.canSee(job.assetId)) throw notFound('The job');
    return job;
  }

  async #toJob(caller: Caller, job: JobRecord): Promise<jobs.Job> {
    const iso = (timeMs: EpochMs | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
    const attributes =
      job.closed === null
        ? keptOfJob((await this.#options.rigs.requireVisible(caller, job.assetId)).attributes)
        : job.attributes;
    return {
      jobId: job.jobId,
      assetId: job.assetId,
      jobSerialNumber: job.serialNumber,
      startTime: iso(job.startMs),
      endTime: iso(job.endMs),
      openedAt: new Date(job.openedMs).toISOString(),
      openedBy: job.openedBy,
      closedAt: iso(job.closed?.timeMs ?? null),
      closedBy: job.closed?.by ?? null,
      attributes,
    };
  }
}

async function within(unit: Work, caller: Caller, jobId: number): Promise<JobRecord> {
  const job = await unit.of(JobRepository).find(jobId);
  if (!job || !caller.visibility.canSee(job.assetId)) throw notFound('The job');
  return job;
}

function refuseTime(job: JobRecord, timeMs: EpochMs, nowMs: EpochMs): void {
  if (timeMs > nowMs) throw badRequest('A job cannot be closed at a time to come.', { field: 'closeTime' });
  if (job.startMs !== null && timeMs < job.startMs) {
    throw badRequest('The job starts later than that.', { field: 'closeTime' });
  }
}

/** Whether the rig's attributes are those of this job. */
function isOn(attributes: readonly JobAttribute[], job: JobRecord): boolean {
  const named = attributes.find(({ attributeName }) => nameKey(attributeName) === nameKey(JOB_GENERATED.serialNumber));
  return named !== undefined && nameKey(named.attributeValue) === nameKey(job.serialNumber);
}
