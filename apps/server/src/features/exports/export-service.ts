import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { AssetId, exportJobs, UserId } from '@telltale/contract';
import type { UserUnits } from '@telltale/domain/units/user-units.ts';
import type { Historian } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, HttpError, notFound } from '#http/errors.ts';
import type { JobProgress } from '#jobs/job-progress.ts';
import { MailRepository } from '#mail/mail-repository.ts';
import type { Topic } from '#news/topic.ts';
import { randomToken } from '#random-token.ts';
import type { RateLimit } from '#rate-limit.ts';
import type { CoreTurns } from '#table-files/core-turns.ts';
import type { ExportPlan } from '#table-files/export-plan.ts';
import { scalingNotes, unitNotes } from '#table-files/file-notes.ts';
import { streamed } from '#table-files/streamed.ts';
import { ExportDiskFullError } from '#table-files/write-pages.ts';
import { type AddressesOf, exportAddresses } from './export-mails.ts';
import { type AssetNames, planExport } from './export-planner.ts';
import { DISK_FULL_TEXT, type ExportProgress, type ExportQueue, FILE_LOST_TEXT } from './export-queue.ts';
import { type ExportJobRecord, ExportRepository } from './export-repository.ts';
import { runExport } from './export-run.ts';

export interface ExportServiceOptions {
  work: UnitOfWork;
  exports: ExportRepository;
  queue: ExportQueue;
  progress: JobProgress<ExportProgress>;
  /** Tells of jobs that were cancelled. */
  cancelled: Topic<{ cancelled: string }>;
  historian: Historian;
  /** Of all exports. */
  turns: CoreTurns;
  clock: Clock;
  log: Log;
  mailLimit: RateLimit;
  addressesOf: AddressesOf;
  namesOf: (caller: Caller, assetId: AssetId) => Promise<AssetNames>;
  unitsOf: (caller: Caller) => Promise<UserUnits>;
  assetExists: (assetId: AssetId) => Promise<boolean>;
  removeScratch: (path: string) => Promise<void>;
}

/** Exports of one user that are not ready yet. */
const MOST_OPEN = 20;
/** The code of what is refused because others come first. */
export const TOO_MANY = 'too-many-exports';
/** Answers that are exports, at a time. */
const MOST_ANSWERS = 2;

/** An open job or its result, as its owner may have it. */
export type OpenedExport =
  | { kind: 'progress'; progress: exportJobs.ExportProgress }
  | { kind: 'file'; filename: string; length: number; read: () => Readable };

/** Exports of history, within the caller's scope; a job and its result are its owner's alone (guarantee B16). */
export class ExportService {
  readonly #options: ExportServiceOptions;
  #answers = 0;

  constructor(options: ExportServiceOptions) {
    this.#options = options;
  }

  /** Takes an export in, to be made when it is its turn. */
  async request(caller: Caller, request: exportJobs.ExportRequest): Promise<ExportJobRecord> {
    const job = await this.prepare(caller, request);
    await this.#options.work.run(caller, (unit) => this.enter(unit, job));
    return job;
  }

  /** What is slow about taking an export in. */
  async prepare(caller: Caller, request: exportJobs.ExportRequest, notes: string[] = []): Promise<ExportJobRecord> {
    const { clock, addressesOf, mailLimit } = this.#options;
    const { plan, filename } = await planExport(this.#options, caller, request);
    const addresses = await exportAddresses(caller, request.OutputSettings.NotifyEmails, addressesOf, mailLimit);
    return {
      jobId: randomToken(),
      userId: caller.userId,
      state: 'queued',
      filename,
      plan,
      createdMs: clock.now(),
      attempts: 0,
      points: 0,
      length: null,
      expiresMs: null,
      message: null,
      scheduleId: null,
      notes: [...notes, ...scalingNotes(plan.columns), ...unitNotes(plan.columns)],
      mails: addresses.map((to) => ({ to, state: 'waiting' })),
    };
  }

  /** Whether one more of a user's may wait. */
  async hasRoomFor(userId: UserId): Promise<boolean> {
    return (await this.#options.exports.countOpenOfUser(userId)) < MOST_OPEN;
  }

  /** @throws HttpError 429 when too many wait already */
  async enter(unit: Work, job: ExportJobRecord): Promise<void> {
    const exports = unit.of(ExportRepository);
    if ((await exports.countOpenOfUser(job.userId)) >= MOST_OPEN) {
      throw new HttpError(429, TOO_MANY, `${MOST_OPEN} of your exports are waiting already.`);
    }
    await exports.insert(job);
    unit.note({ kind: 'export', what: `export ${job.filename} asked for`, after: describe(job.plan) });
    unit.afterCommit(() => this.#options.queue.add(job));
  }

  /** Makes an export at once and hands out its bytes as they come. */
  async respond(
    caller: Caller,
    request: exportJobs.ExportRequest,
    signal: AbortSignal,
  ): Promise<{ filename: string; content: Readable }> {
    const { work, historian, turns, queue, log, removeScratch } = this.#options;
    const { plan, filename } = await planExport(this.#options, caller, request);
    if (this.#answers >= MOST_ANSWERS) {
      const text = `${MOST_ANSWERS} exports are being answered already. Ask for a file instead.`;
      throw new HttpError(429, TOO_MANY, text, { headers: { 'Retry-After': '10' } });
    }
    this.#answers++;
    const scratchPath = queue.answerPath(randomToken());
    // Only SQLite is built on the disk before it is sent.
    const checkRoom = plan.type === 'sqlite' ? () => queue.checkRoom() : undefined;
    const { content, begun } = streamed(
      async (onBytes) => {
        try {
          await runExport({ historian, turns, plan, path: null, scratchPath, signal, onBytes, checkRoom });
        } finally {
          this.#answers--;
          await removeScratch(scratchPath);
        }
      },
      signal,
      (error) => log.error({ err: error }, 'an export broke off'),
    );
    try {
      await begun;
      const what = `export ${filename} answered`;
      await work.run(caller, async (unit) => unit.note({ kind: 'export', what, after: describe(plan) }));
    } catch (error) {
      if (error instanceof ExportDiskFullError) throw new HttpError(507, 'storage-full', DISK_FULL_TEXT);
      throw error;
    }
    return { filename, content };
  }

  /** Newest first. */
  async list(caller: Caller): Promise<exportJobs.ExportJob[]> {
    const jobs: exportJobs.ExportJob[] = [];
    for (const record of await this.#options.exports.listOfUser(caller.userId)) {
      const job = this.#toJson(record);
      const hidden = job.state === 'ready' ? await this.#hiddenAsset(caller, record) : undefined;
      jobs.push(hidden === undefined ? job : { ...job, state: 'withheld', message: withheldText(hidden) });
    }
    return jobs;
  }

  /**
   * What stands at the path of a job. The right to see what is in it is asked for at this moment.
   * @throws HttpError 404 for another's job or one with an asset that is out of scope now, 410 when it is gone, 409 when
   * it failed
   */
  async open(caller: Caller, jobId: string): Promise<OpenedExport> {
    const job = await this.#find(this.#options.exports, caller, jobId);
    if ((await this.#hiddenAsset(caller, job)) !== undefined) throw notFound('The export');
    const { state, rows, total } = this.#toJson(job);
    if (state === 'queued' || state === 'running') return { kind: 'progress', progress: { state, rows, total } };
    if (state === 'failed') throw conflict(`The export failed. ${job.message ?? ''}`.trim());
    const { length, filename } = job;
    if (state !== 'ready' || length === null) {
      const text =
        state === 'cancelled' ? 'The export was cancelled.' : 'The export was kept for 24 hours and is gone.';
      throw new HttpError(410, 'gone', text);
    }
    const { files } = this.#options.queue;
    if (!(await files.has(jobId))) throw new HttpError(410, 'gone', FILE_LOST_TEXT);
    return { kind: 'file', filename, length, read: () => createReadStream(files.pathOf(jobId)) };
  }

  /** Cancels a job that is under way; one that has ended is removed with its result. */
  async cancel(caller: Caller, jobId: string): Promise<void> {
    const { work, cancelled } = this.#options;
    await work.run(caller, async (unit) => {
      const exports = unit.of(ExportRepository);
      const job = await this.#find(exports, caller, jobId);
      const isOpen = job.state === 'queued' || job.state === 'running';
      if (isOpen) await exports.update(jobId, { state: 'cancelled' });
      else await exports.delete(jobId);
      // Nobody is told of what is not there any more.
      await unit.of(MailRepository).deleteAbout({ kind: 'export', id: jobId });
      unit.note({ kind: 'export', what: `export ${job.filename} ${isOpen ? 'cancelled' : 'removed'}` });
      unit.tell(cancelled, { cancelled: jobId });
    });
  }

  async #find(exports: ExportRepository, caller: Caller, jobId: string): Promise<ExportJobRecord> {
    const job = await exports.find(jobId);
    if (job?.userId !== caller.userId) throw notFound('The export');
    return job;
  }

  /** What an asset of it is called that is out of sight now. One that is deleted by now was in sight when it was asked for. */
  async #hiddenAsset(caller: Caller, { plan }: ExportJobRecord): Promise<string | undefined> {
    for (const [assetId, asset] of new Map(plan.columns.map((column) => [column.assetId, column.asset]))) {
      if (!caller.visibility.canSee(assetId) && (await this.#options.assetExists(assetId))) return asset;
    }
    return undefined;
  }

  #toJson(job: ExportJobRecord): exportJobs.ExportJob {
    const { jobId, plan, filename, length, message, notes, scheduleId, expiresMs } = job;
    const { clock, progress: all } = this.#options;
    const isOver = job.state === 'ready' && (expiresMs ?? 0) <= clock.now();
    // What another node told of it last may come after its end.
    const progress = job.state === 'running' ? all.of(jobId) : undefined;
    return {
      jobId,
      path: pathOf(jobId),
      state: isOver ? 'expired' : job.state,
      rows: progress?.rows ?? job.points,
      total: progress ? progress.total : job.state === 'ready' ? job.points : null,
      file: { filename, length },
      type: plan.type,
      startTime: new Date(plan.fromMs).toISOString(),
      endTime: new Date(plan.toMs).toISOString(),
      series: new Set(plan.columns.map(({ assetId, dataItemId }) => `${assetId}-${dataItemId}`)).size,
      created: new Date(job.createdMs).toISOString(),
      expires: expiresMs === null ? null : new Date(expiresMs).toISOString(),
      message,
      notes,
      scheduleId,
      mails: job.mails.map(({ nextMs, ...mail }) => ({
        ...mail,
        ...(nextMs !== undefined && { next: new Date(nextMs).toISOString() }),
      })),
    };
  }
}

function withheldText(asset: string): string {
  return `${asset} is out of your sight by now. Ask again for what you see.`;
}

/** Where the result of a job is fetched. */
export function pathOf(jobId: string): string {
  return `/api/exports/${jobId}`;
}

function describe({ type, fromMs, toMs, columns }: ExportPlan) {
  const series = [...new Set(columns.map(({ assetId, dataItemId }) => `${assetId}-${dataItemId}`))];
  const [startTime, endTime] = [fromMs, toMs].map((timeMs) => new Date(timeMs).toISOString());
  return {
    type,
    startTime,
    endTime,
    series: series.length,
    assets: new Set(columns.map(({ assetId }) => assetId)).size,
  };
}
