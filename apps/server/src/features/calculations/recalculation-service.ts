import { type AssetDefinitionId, type AssetId, calculations, type DataItemId, type EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import type { JobProgress } from '#jobs/job-progress.ts';
import { actorOf } from '#journal/journal.ts';
import type { Topic } from '#news/topic.ts';
import type { CalculationPlans } from './calculation-plans.ts';
import type { RecalculationQueue } from './recalculation-queue.ts';
import { type RecalculationRecord, RecalculationRepository } from './recalculation-repository.ts';

export interface RecalculationServiceOptions {
  work: UnitOfWork;
  jobs: RecalculationRepository;
  queue: RecalculationQueue;
  progress: JobProgress<number>;
  /** Tells of jobs that were cancelled. */
  cancelled: Topic<{ cancelled: string }>;
  plans: CalculationPlans;
  /** @throws HttpError 404 when there is no such definition, or the caller sees no asset of it */
  requireDefinition: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** Assets of the definition that the caller sees. */
  assetsInSight: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<readonly AssetId[]>;
  clock: Clock;
  newId: () => string;
}

interface Wanted {
  assetDefinitionId: AssetDefinitionId;
  dataItemId: DataItemId;
  assetId?: AssetId | undefined;
  fromMs: EpochMs;
  toMs: EpochMs;
}

const DAY_MS = 86_400_000;
/** Of one user at a time. */
const MOST_OPEN = 10;

/** Calculating data items again for a range of the past, on request. */
export class RecalculationService {
  readonly #options: RecalculationServiceOptions;

  constructor(options: RecalculationServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 out of scope, 400 for a range that is none, 409 for what is not calculated or too many jobs */
  async start(caller: Caller, wanted: Wanted): Promise<calculations.Recalculation> {
    const { work, jobs, queue, plans, requireDefinition, assetsInSight, clock, newId } = this.#options;
    const { assetDefinitionId, dataItemId, assetId, fromMs } = wanted;
    await requireDefinition(caller, assetDefinitionId);
    const inSight = await assetsInSight(caller, assetDefinitionId);
    if (assetId !== undefined && !inSight.includes(assetId)) throw notFound('The asset');
    const nowMs = clock.now();
    const toMs = Math.min(wanted.toMs, nowMs);
    if (toMs < fromMs) throw badRequest('to lies before from.', { field: 'to' });
    if (toMs - fromMs > calculations.MAX_RECALCULATED_DAYS * DAY_MS) {
      throw badRequest(`The range is longer than ${calculations.MAX_RECALCULATED_DAYS} days.`, { field: 'to' });
    }
    const item = plans.of(assetDefinitionId).find((one) => one.dataItemId === dataItemId);
    if (!item) throw conflict('The data item is not calculated.');
    const job: RecalculationRecord = {
      jobId: newId(),
      userId: caller.userId,
      by: actorOf(caller),
      assetDefinitionId,
      dataItemId,
      label: item.label,
      assetIds: assetId === undefined ? inSight : [assetId],
      fromMs,
      toMs,
      createdMs: nowMs,
      state: 'queued',
      assetsDone: 0,
      points: 0,
      message: null,
    };
    await work.run(caller, async (unit) => {
      const repository = unit.of(RecalculationRepository);
      const open = (await repository.listOfUser(caller.userId)).filter(isOpen);
      if (open.length >= MOST_OPEN) throw conflict(`${MOST_OPEN} recalculations of yours are waiting already.`);
      await repository.insert(job);
      const after = { label: job.label, assets: job.assetIds.length, from: iso(fromMs), to: iso(toMs) };
      unit.note({ kind: 'history', what: `recalculation of data item ${dataItemId} asked for`, after });
      unit.afterCommit(() => queue.add(job));
    });
    return this.#toReply((await jobs.find(job.jobId)) ?? job);
  }

  async list(caller: Caller): Promise<calculations.Recalculation[]> {
    return (await this.#options.jobs.listOfUser(caller.userId)).map((job) => this.#toReply(job));
  }

  /** @throws HttpError 404 when it is not the caller's, 409 when it has ended */
  async cancel(caller: Caller, jobId: string): Promise<calculations.Recalculation> {
    const { work, cancelled } = this.#options;
    const job = await work.run(caller, async (unit) => {
      const repository = unit.of(RecalculationRepository);
      const stored = await repository.find(jobId);
      if (stored?.userId !== caller.userId) throw notFound('The recalculation');
      if (!isOpen(stored)) throw conflict('The recalculation has ended already.');
      await repository.update(jobId, { state: 'cancelled' });
      unit.note({ kind: 'history', what: `recalculation of data item ${stored.dataItemId} cancelled` });
      unit.tell(cancelled, { cancelled: jobId });
      return { ...stored, state: 'cancelled' as const };
    });
    return this.#toReply(job);
  }

  #toReply(job: RecalculationRecord): calculations.Recalculation {
    const { jobId, assetDefinitionId, dataItemId, label, state, assetsDone, points, message } = job;
    const assets = job.assetIds.length;
    const done = state === 'done' || assets === 0 ? 1 : (assetsDone + (this.#options.progress.of(jobId) ?? 0)) / assets;
    return {
      ...{ jobId, assetDefinitionId, dataItemId, label, state, assets, assetsDone, points, message },
      from: iso(job.fromMs),
      to: iso(job.toMs),
      created: iso(job.createdMs),
      share: Math.min(1, done),
    };
  }
}

const isOpen = ({ state }: RecalculationRecord) => state === 'queued' || state === 'running';
const iso = (timeMs: EpochMs) => new Date(timeMs).toISOString();
