import type { AssetId, EpochMs } from '@telltale/contract';
import { HistoryUnavailableError, TooManyPointsError } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { JobProgress } from '#jobs/job-progress.ts';
import { portalActor } from '#journal/journal.ts';
import {
  type RecalculationChange,
  type RecalculationRecord,
  RecalculationRepository,
} from './recalculation-repository.ts';
import { type RecalculatedItem, type RecalculationRun, TooManyCalculatedError } from './recalculation-run.ts';

export interface RecalculationQueueOptions {
  work: UnitOfWork;
  jobs: RecalculationRepository;
  run: RecalculationRun;
  /** How much of the asset that is being worked on is done, 0 to 1. */
  progress: JobProgress<number>;
  assetExists: (assetId: AssetId) => boolean;
  clock: Clock;
  log: Log;
  /** Whether it is this process that recalculates: of several nodes one does, from the records. */
  mayRun?: () => boolean;
}

/** Jobs that ended are shown for so long. */
const REMEMBERED_MS = 7 * 86_400_000;

/**
 * Recalculates what was asked for, one job after the other; what the portal's end broke off begins again with the asset
 * at which it was.
 */
export class RecalculationQueue {
  readonly #options: RecalculationQueueOptions;
  readonly #waiting: RecalculationRecord[] = [];
  #current: { job: RecalculationRecord; controller: AbortController } | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: RecalculationQueueOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { jobs, work, clock } = this.#options;
    const beforeMs: EpochMs = clock.now() - REMEMBERED_MS;
    await work.run(portalActor, (unit) => unit.of(RecalculationRepository).deleteEndedBefore(beforeMs));
    for (const job of await jobs.listOpen()) this.add(job);
  }

  /** Makes what was asked for at any node and is not under way here. */
  async takeUp(): Promise<void> {
    if (this.#isClosed || this.#options.mayRun?.() === false) return;
    for (const job of await this.#options.jobs.listOpen()) {
      const isKnown = [this.#current?.job, ...this.#waiting].some((known) => known?.jobId === job.jobId);
      if (!isKnown) this.add(job);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#current?.controller.abort();
    await this.#running;
  }

  add(job: RecalculationRecord): void {
    if (this.#options.mayRun?.() === false) return;
    this.#waiting.push(job);
    this.#running ??= this.#work();
  }

  /** Resolves when nothing is waiting or under way. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** A job that somebody cancelled. */
  drop(jobId: string): void {
    const place = this.#waiting.findIndex((job) => job.jobId === jobId);
    if (place !== -1) this.#waiting.splice(place, 1);
    if (this.#current?.job.jobId === jobId) this.#current.controller.abort();
  }

  async #work(): Promise<void> {
    // Not within the unit of work that has just ended.
    await new Promise((resolve) => setImmediate(resolve));
    for (let job = this.#waiting.shift(); job && !this.#isClosed; job = this.#waiting.shift()) {
      const controller = new AbortController();
      this.#current = { job, controller };
      try {
        await this.#carryOut(job, controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) await this.#fail(job, error);
      }
      this.#current = undefined;
      this.#options.progress.end(job.jobId);
    }
    this.#running = undefined;
  }

  async #carryOut(job: RecalculationRecord, signal: AbortSignal): Promise<void> {
    const { run, assetExists, clock, progress } = this.#options;
    await this.#save(job, { state: 'running' });
    let { points } = job;
    for (let i = job.assetsDone; i < job.assetIds.length; i++) {
      signal.throwIfAborted();
      const assetId = job.assetIds[i] as AssetId;
      const wanted = { ...job, assetId };
      const done: RecalculatedItem[] = [];
      const onReplaced = (one: RecalculatedItem) => {
        done.push(one);
        points += one.points;
      };
      try {
        if (assetExists(assetId)) {
          await run.ofAsset(wanted, clock.now(), signal, (share) => progress.note(job.jobId, share), onReplaced);
        }
      } catch (error) {
        // Cancelled or failed between two data items: what was replaced by then stands in the journal all the same.
        if (done.length > 0) await this.#save(job, { points }, { assetId, done });
        throw error;
      }
      // Ended by a cancel or not, what was written stands in the journal.
      await this.#save(job, { assetsDone: i + 1, points }, { assetId, done });
      progress.note(job.jobId, 0);
    }
    await this.#save(job, { state: 'done' });
  }

  async #fail(job: RecalculationRecord, error: unknown): Promise<void> {
    this.#options.log.error({ err: error, jobId: job.jobId }, 'a recalculation failed');
    try {
      await this.#save(job, { state: 'failed', message: messageOf(error) });
    } catch (cause) {
      this.#options.log.error({ err: cause, jobId: job.jobId }, 'how a recalculation ended could not be kept');
    }
  }

  /** Writes down how far it is, unless somebody cancelled it meanwhile, with what the journal says of an asset. */
  async #save(
    job: RecalculationRecord,
    change: RecalculationChange,
    written?: { assetId: AssetId; done: readonly RecalculatedItem[] },
  ): Promise<void> {
    await this.#options.work.run(job.by, async (unit) => {
      const jobs = unit.of(RecalculationRepository);
      const stored = await jobs.find(job.jobId);
      const range = { from: new Date(job.fromMs).toISOString(), to: new Date(job.toMs).toISOString() };
      for (const { dataItemId, expression, pointsBefore, points } of written?.done ?? []) {
        const what = `data item ${dataItemId} recalculated`;
        const before = { ...range, points: pointsBefore };
        unit.note({
          kind: 'history',
          assetId: written?.assetId as AssetId,
          what,
          before,
          after: { ...range, points, expression },
        });
      }
      if (!stored) return;
      const { state, ...rest } = change;
      await jobs.update(job.jobId, stored.state === 'cancelled' ? rest : change);
    });
  }
}

function messageOf(error: unknown): string {
  if (error instanceof TooManyCalculatedError || error instanceof TooManyPointsError) {
    return 'The range has more values than can be calculated at once. Choose a shorter one.';
  }
  if (error instanceof HistoryUnavailableError) return 'The history could not be written. Try again later.';
  return 'Something went wrong. The log of the portal says what.';
}
