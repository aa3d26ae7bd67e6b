import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AssetId, type EpochMs, exportJobs, type UserId } from '@telltale/contract';
import { type Historian, TooManyPointsError } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { JobProgress } from '#jobs/job-progress.ts';
import { portalActor } from '#journal/journal.ts';
import type { Letter, MailPost } from '#mail/mail-post.ts';
import type { CoreTurns } from '#table-files/core-turns.ts';
import { ExportDiskFullError } from '#table-files/write-pages.ts';
import { ExportFiles } from './export-files.ts';
import { exportMail, noteMail } from './export-mails.ts';
import { type ExportJobChange, type ExportJobRecord, ExportRepository } from './export-repository.ts';
import { runExport } from './export-run.ts';
import { keysOf } from './reading/export-pages.ts';

export interface ExportQueueOptions {
  work: UnitOfWork;
  exports: ExportRepository;
  historian: Historian;
  /** Of all exports. */
  turns: CoreTurns;
  folder: string;
  /** Of this process alone: what is left in it is of one that ended. */
  answersFolder: string;
  clock: Clock;
  log: Log;
  /** Why nothing more may be written, or undefined. */
  diskFault: () => string | undefined;
  assetExists: (assetId: AssetId) => Promise<boolean>;
  mails: Pick<MailPost, 'add' | 'follow'>;
  portalUrl: () => string;
  progress: JobProgress<ExportProgress>;
  /** Whether it is this process that makes exports: of several nodes one does, from the records, and is told when to begin. */
  mayRun?: () => boolean;
  /** In which a user reads times; undefined: none is chosen. */
  zoneOf: (userId: UserId) => Promise<string | undefined>;
}

export interface ExportProgress {
  readonly rows: number;
  readonly total: number | null;
}

interface Running {
  job: ExportJobRecord;
  controller: AbortController;
  ended: Promise<void>;
}

/** Exports made at a time; of one user there is one, so that nobody waits behind another's. */
const MOST_RUNNING = 2;
/** An export that was under way so often when the portal was not stopped but ended may be why. */
const MOST_ATTEMPTS = 3;
const REMEMBERED_MS = 30 * 24 * 3_600_000;

export const FILE_LOST_TEXT = 'Its file is not there any more. Ask for it again.';
export const DISK_FULL_TEXT = 'The disk of the portal is full.';

/** Makes the exports that were asked for, one after the other, and begins again after a restart what was not ready. */
export class ExportQueue {
  readonly #options: ExportQueueOptions;
  readonly #running = new Map<string, Running>();
  readonly files: ExportFiles;
  #queued: ExportJobRecord[] = [];
  #isClosed = false;

  constructor(options: ExportQueueOptions) {
    this.#options = options;
    this.files = new ExportFiles(options.folder);
    options.mails.follow('export', (unit, { to, about }, news) =>
      noteMail(unit.of(ExportRepository), about.id, to, news),
    );
  }

  async open(): Promise<void> {
    const { answersFolder } = this.#options;
    await this.files.open();
    await rm(answersFolder, { recursive: true, force: true });
    await mkdir(answersFolder, { recursive: true, mode: 0o700 });
    if (this.#options.mayRun === undefined) await this.begin();
  }

  /** Goes on where the process ended that made exports until now: this one before its restart, or another node. */
  async begin(): Promise<void> {
    await this.takeUp();
    await this.sweep();
    await this.#mailLeft();
  }

  /** A portal of an older version told its mails to nobody but itself. */
  async #mailLeft(): Promise<void> {
    const { exports, work, mails } = this.#options;
    for (const job of await exports.listInState(['ready', 'failed'])) {
      const letters = await this.#lettersOf(job);
      if (letters.length === 0) continue;
      await work.run(portalActor, async (unit) => {
        for (const letter of letters) await mails.add(unit, letter);
      });
    }
  }

  /** Makes what was asked for at any node and is not under way here. */
  async takeUp(): Promise<void> {
    if (this.#isClosed || this.#options.mayRun?.() === false) return;
    for (const job of await this.#options.exports.listInState(['queued', 'running'])) {
      const isKnown = this.#running.has(job.jobId) || this.#queued.some(({ jobId }) => jobId === job.jobId);
      if (!isKnown) this.#queued.push(job);
    }
    this.#next();
  }

  add(job: ExportJobRecord): void {
    if (this.#options.mayRun?.() === false) return;
    this.#queued.push(job);
    this.#next();
  }

  /** @throws ExportDiskFullError when nothing more may be written */
  checkRoom(): void {
    if (this.#options.diskFault() !== undefined) throw new ExportDiskFullError(DISK_FULL_TEXT);
  }

  /** Ends the work on a job and removes its file; all that it held is free when this resolves. */
  async drop(jobId: string): Promise<void> {
    this.#queued = this.#queued.filter((job) => job.jobId !== jobId);
    const running = this.#running.get(jobId);
    running?.controller.abort(new Error('The export was cancelled.'));
    await running?.ended;
    await this.files.remove(jobId);
  }

  /** Where the file of an export stands meanwhile that is answered at once. */
  answerPath(name: string): string {
    return join(this.#options.answersFolder, name);
  }

  /** Removes what is kept no longer. */
  async sweep(): Promise<void> {
    const { exports, work, clock } = this.#options;
    for (const jobId of await this.files.listJobs()) {
      const job = await exports.find(jobId);
      const isKept = job?.state === 'ready' && (job.expiresMs ?? 0) > clock.now();
      const isOpen = job?.state === 'queued' || job?.state === 'running';
      if (!isKept && !isOpen) await this.files.remove(jobId);
    }
    await this.#noteLost();
    const beforeMs = clock.now() - REMEMBERED_MS;
    await work.run(portalActor, (unit) => unit.of(ExportRepository).deleteEndedBefore(beforeMs));
  }

  /** A backup holds what was asked for, not the files. */
  async #noteLost(): Promise<void> {
    const { exports, clock } = this.#options;
    for (const job of await exports.listInState(['ready'])) {
      if ((job.expiresMs ?? 0) <= clock.now() || (await this.files.has(job.jobId))) continue;
      await exports.update(job.jobId, { state: 'failed', message: FILE_LOST_TEXT });
    }
  }

  /** Those under way begin again at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort(new Error('The portal stops.'));
    await Promise.all(running.map(({ ended }) => ended));
  }

  #next(): void {
    if (this.#isClosed || this.#running.size >= MOST_RUNNING) return;
    const busy = new Set([...this.#running.values()].map(({ job }) => job.userId));
    const job = this.#queued.find(({ userId }) => !busy.has(userId));
    if (!job) return;
    this.#queued = this.#queued.filter((other) => other !== job);
    const running: Running = {
      job,
      controller: new AbortController(),
      ended: Promise.resolve(),
    };
    this.#running.set(job.jobId, running);
    running.ended = this.#run(running)
      .catch((error: unknown) => this.#options.log.error({ err: error, jobId: job.jobId }, 'an export was lost'))
      .finally(() => {
        this.#running.delete(job.jobId);
        this.#options.progress.end(job.jobId);
        this.#next();
      });
    this.#next();
  }

  async #run(running: Running): Promise<void> {
    const { job, controller } = running;
    const { signal } = controller;
    let change: ExportJobChange;
    try {
      if (job.attempts >= MOST_ATTEMPTS) throw new Error('it was begun too often');
      const isWanted = await this.#save(job, { state: 'running', attempts: job.attempts + 1 });
      if (!isWanted) return;
      change = await this.#make(running);
    } catch (error) {
      await this.files.remove(job.jobId);
      if (signal.aborted) {
        // Whoever stops the portal in order has no quarrel with the job.
        if (this.#isClosed) await this.#save(job, { state: 'queued', attempts: job.attempts });
        return;
      }
      change = this.#failureOf(job, error);
    }
    const letters = await this.#lettersOf({ ...job, ...change });
    if (!(await this.#save(job, change, letters))) await this.files.remove(job.jobId);
  }

  async #make({ job, controller }: Running): Promise<ExportJobChange> {
    const { historian, turns, clock, assetExists, progress } = this.#options;
    const { plan, jobId } = job;
    const { signal } = controller;
    this.checkRoom();
    await this.files.remove(jobId);
    const { fromMs, toMs } = plan;
    const total =
      plan.bucketMs === null ? await historian.countPoints({ keys: keysOf(plan), fromMs, toMs, signal }) : null;
    let rows = 0;
    progress.note(jobId, { rows, total });
    const path = this.files.pathOf(jobId);
    const { leftOut } = await runExport({
      historian,
      turns,
      plan,
      path,
      scratchPath: this.files.scratchPathOf(jobId),
      signal,
      checkRoom: () => this.checkRoom(),
      onPoints: (points) => {
        rows += points;
        progress.note(jobId, { rows, total });
      },
    });
    const { size } = await stat(path);
    const notes = [...job.notes, ...(leftOut > 0 ? [leftOutNote(leftOut)] : [])];
    const assets = new Map(plan.columns.map(({ assetId, asset }) => [assetId, asset]));
    for (const [assetId, asset] of assets) {
      if (!(await assetExists(assetId))) {
        notes.push(`${asset} was deleted while the export was made; values of it may be missing.`);
      }
    }
    const expiresMs: EpochMs = clock.now() + exportJobs.EXPORT_KEPT_MS;
    return { state: 'ready', points: rows, length: size, notes, expiresMs };
  }

  #failureOf(job: ExportJobRecord, error: unknown): ExportJobChange {
    if (error instanceof ExportDiskFullError) return { state: 'failed', message: DISK_FULL_TEXT };
    if (error instanceof TooManyPointsError) {
      return { state: 'failed', message: 'One interval holds more values than can be looked at. Choose shorter ones.' };
    }
    this.#options.log.error({ err: error, jobId: job.jobId }, 'an export failed');
    const isOften = job.attempts >= MOST_ATTEMPTS;
    const message = isOften
      ? `The portal ended ${MOST_ATTEMPTS} times while it was made.`
      : 'Something went wrong. The log of the portal says what.';
    return { state: 'failed', message };
  }

  /** Writes down how a job stands, unless it was cancelled meanwhile; answers whether it is still wanted. */
  async #save(job: ExportJobRecord, change: ExportJobChange, letters: readonly Letter[] = []): Promise<boolean> {
    const { work, mails } = this.#options;
    return work.run(portalActor, async (unit) => {
      const exports = unit.of(ExportRepository);
      const stored = await exports.find(job.jobId);
      if (stored === undefined || !['queued', 'running'].includes(stored.state)) return false;
      await exports.update(job.jobId, change);
      for (const letter of letters) await mails.add(unit, letter);
      return true;
    });
  }

  /** The mails that tell of it, as far as they were not sent. */
  async #lettersOf(job: ExportJobRecord): Promise<Letter[]> {
    const { portalUrl, zoneOf } = this.#options;
    const waiting = job.mails.filter(({ state }) => state === 'waiting');
    if (waiting.length === 0) return [];
    const zone = (await zoneOf(job.userId)) ?? job.plan.zone;
    return waiting.map(({ to }) => exportMail(to, job, portalUrl(), zone));
  }
}

export function leftOutNote(count: number): string {
  return `${count} texts stand in columns of numbers and are left out; the long layout has them.`;
}
