import type { AssetId, FileId, measurementImports } from '@telltale/contract';
import { type Historian, HistoryUnavailableError, seriesKey } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, HttpError, notFound } from '#http/errors.ts';
import { DeviceGoneError, type IngestPipeline } from '#ingest/pipeline.ts';
import type { JobProgress } from '#jobs/job-progress.ts';
import { type Actor, actorOf, portalActor } from '#journal/journal.ts';
import type { Topic } from '#news/topic.ts';
import type { FindRecording } from '../exporting/recording-exports.ts';
import type { MeasurementReader } from '../reading/measurement-reader.ts';
import { extentsOf, type MappedItem, mapChannels, type TargetItem } from './import-planner.ts';
import { type ImportRecord, ImportRepository } from './import-repository.ts';
import { runImport } from './import-run.ts';

export interface MeasurementImportOptions {
  reader: MeasurementReader;
  find: FindRecording;
  /** The data items of an asset; 404 out of scope. */
  itemsOf: (caller: Caller, assetId: AssetId) => Promise<readonly TargetItem[]>;
  /** The same scope within a change. */
  requireAsset: (unit: Work, caller: Caller, assetId: AssetId) => Promise<unknown>;
  pipeline: Pick<IngestPipeline, 'accept'>;
  historian: Pick<Historian, 'countPoints'>;
  work: UnitOfWork;
  clock: Clock;
  log: Log;
  newId: () => string;
  /** Of this process; other nodes have runs of their own. */
  run: string;
  /** Whether a run of another node goes on. */
  lives: (run: string) => boolean;
  progress: JobProgress<ImportProgress>;
  /** Tells of jobs that were cancelled. */
  cancelled: Topic<{ cancelled: string }>;
}

interface Place {
  fileId: FileId;
  group: string;
}

interface Job {
  readonly record: ImportRecord;
  readonly by: Actor;
  readonly path: string;
  readonly mapped: readonly MappedItem[];
  readonly controller: AbortController;
  points: number;
  fromMs: number;
  toMs: number;
  ended: Promise<void>;
}

/** How far an import is: values that are stored, and the share of the file that is read. */
export interface ImportProgress {
  readonly points: number;
  readonly share: number;
}

/** Imports under way, of all users. */
const MOST_RUNNING = 4;
const REMEMBERED_MS = 7 * 86_400_000;

/** Stores channels of measurement files in the history of data items (spec 2 §2.11). What is under way ends with the process. */
export class MeasurementImports {
  readonly #options: MeasurementImportOptions;
  /** Those of this process. */
  readonly #jobs = new Map<string, Job>();

  constructor(options: MeasurementImportOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 for a file or an asset out of scope, 400, 409 and 422 for what cannot be imported */
  async preview(
    caller: Caller,
    place: Place,
    request: measurementImports.ImportRequest,
    signal: AbortSignal,
  ): Promise<measurementImports.ImportedChannel[]> {
    const { reader, historian, clock } = this.#options;
    const { mapped, path } = await this.#plan(caller, place, request, signal);
    const nowMs = clock.now();
    const extents = await extentsOf(reader, { path, group: place.group }, mapped, { nowMs, signal });
    const found: measurementImports.ImportedChannel[] = [];
    for (const [n, { channel, item, line }] of mapped.entries()) {
      const { points = 0, leftOut = 0, fromMs = 0, toMs = 0 } = extents[n] ?? {};
      const keys = [seriesKey(request.assetId, item.dataItemId)];
      const existing = points === 0 ? 0 : await historian.countPoints({ keys, fromMs, toMs, signal });
      found.push({
        channel: channel.name,
        dataItemId: item.dataItemId,
        label: item.label,
        unit: channel.unit,
        itemUnit: item.unit,
        isConverted: line !== undefined,
        values: channel.count,
        points,
        leftOut,
        from: points === 0 ? null : new Date(fromMs).toISOString(),
        to: points === 0 ? null : new Date(toMs).toISOString(),
        existing,
      });
    }
    return found;
  }

  /** @throws HttpError as `preview`; 409 while there is an import into the asset, 429 with too many under way */
  async start(
    caller: Caller,
    place: Place,
    request: measurementImports.ImportRequest,
    signal: AbortSignal,
  ): Promise<measurementImports.MeasurementImport> {
    const { work, clock, newId, requireAsset, run, progress } = this.#options;
    const { assetId } = request;
    const { path, filename, mapped } = await this.#plan(caller, place, request, signal);
    const record: ImportRecord = {
      ...{ jobId: newId(), userId: caller.userId, assetId, ...place, filename, channels: mapped.length },
      ...{ createdMs: clock.now(), run, state: 'running', isCancelled: false, points: 0, message: null },
    };
    const job: Job = {
      ...{ record, by: actorOf(caller), path, mapped, controller: new AbortController() },
      ...{ points: 0, fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY },
      ended: Promise.resolve(),
    };
    await work.run(caller, async (unit) => {
      await requireAsset(unit, caller, assetId);
      const imports = unit.of(ImportRepository);
      refuseBeside(await imports.listRunning(), assetId);
      await imports.insert(record);
      const what = `import of ${place.group} of ${filename} asked for`;
      unit.note({ kind: 'history', assetId, what, after: { channels: told(mapped) } });
      // Known before anybody can cancel it.
      unit.afterCommit(() => this.#jobs.set(record.jobId, job));
    });
    job.ended = this.#carryOut(job);
    return toReply(record, progress);
  }

  /** Newest first. */
  async list(caller: Caller): Promise<measurementImports.MeasurementImport[]> {
    const { work, progress } = this.#options;
    return (await work.committed.of(ImportRepository).listOfUser(caller.userId)).map((one) => toReply(one, progress));
  }

  /** @throws HttpError 404 when it is not the caller's */
  async cancel(caller: Caller, jobId: string): Promise<measurementImports.MeasurementImport> {
    const { work, cancelled, progress } = this.#options;
    const found = await work.run(caller, async (unit) => {
      const imports = unit.of(ImportRepository);
      const stored = await imports.find(jobId);
      if (stored?.userId !== caller.userId || stored.isCancelled) throw notFound('The import');
      await imports.cancel(jobId);
      unit.tell(cancelled, { cancelled: jobId });
      return stored;
    });
    // Whoever carried it out has ended it by now.
    return toReply((await work.committed.of(ImportRepository).find(jobId)) ?? found, progress);
  }

  /** Ends a job that somebody cancelled, if it is under way here. */
  async stop(jobId: string): Promise<void> {
    const job = this.#jobs.get(jobId);
    job?.controller.abort(new Error('The import was cancelled.'));
    await job?.ended;
  }

  /** Forgets those that ended long ago. */
  async forgetOld(): Promise<void> {
    const { work, clock } = this.#options;
    const beforeMs = clock.now() - REMEMBERED_MS;
    await work.run(portalActor, (unit) => unit.of(ImportRepository).deleteEndedBefore(beforeMs));
  }

  /** Says of imports whose process is gone that they are under way no longer. */
  async endLost(): Promise<void> {
    const { work, run, lives } = this.#options;
    const lost = async (imports: ImportRepository) =>
      (await imports.listRunning()).filter(({ jobId, run: of }) => (of === run ? !this.#jobs.has(jobId) : !lives(of)));
    if ((await lost(work.committed.of(ImportRepository))).length === 0) return;
    await work.run(portalActor, async (unit) => {
      const imports = unit.of(ImportRepository);
      for (const { jobId, points } of await lost(imports)) {
        await imports.end(jobId, { state: 'failed', points, message: 'The portal ended meanwhile.' });
      }
    });
  }

  /** What is under way ends; what is stored by then is in the journal. */
  async close(): Promise<void> {
    const jobs = [...this.#jobs.values()];
    for (const { controller } of jobs) controller.abort(new Error('The portal stops.'));
    await Promise.all(jobs.map(({ ended }) => ended));
  }

  async #plan(
    caller: Caller,
    { fileId, group }: Place,
    request: measurementImports.ImportRequest,
    signal: AbortSignal,
  ) {
    const { reader, find, itemsOf } = this.#options;
    const { path, filename } = await find(caller, fileId);
    const items = await itemsOf(caller, request.assetId);
    const channels = await reader.ask(path, { kind: 'channels', group }, signal);
    return { path, filename, mapped: mapChannels(request, channels, items) };
  }

  async #carryOut(job: Job): Promise<void> {
    const { reader, pipeline, clock, log, progress } = this.#options;
    const { record, controller, path, mapped } = job;
    const { jobId, assetId, fileId, filename, group } = record;
    const { signal } = controller;
    const values = mapped.reduce((sum, { channel }) => sum + channel.count, 0);
    let state: ImportRecord['state'] = 'done';
    let message: string | null = null;
    try {
      await runImport({
        ...{ reader, pipeline, recording: { path, group, filename }, assetId, channels: mapped },
        ...{ nowMs: clock.now(), signal },
        onStored: ({ points, fromMs, toMs, read }) => {
          job.points += points;
          job.fromMs = Math.min(job.fromMs, fromMs);
          job.toMs = Math.max(job.toMs, toMs);
          progress.note(jobId, { points: job.points, share: values === 0 ? 1 : Math.min(1, read / values) });
        },
      });
    } catch (error) {
      state = signal.aborted ? 'cancelled' : 'failed';
      if (!signal.aborted) {
        log.error({ err: error, assetId, fileId }, 'an import of measurements failed');
        message = messageOf(error);
      }
    }
    try {
      await this.#keep(job, { state, message, points: job.points });
    } catch (error) {
      log.error({ err: error, assetId }, 'how an import of measurements ended could not be kept');
    }
    this.#jobs.delete(jobId);
    progress.end(jobId);
  }

  /** What was stored stands in the journal, whatever ended it. */
  async #keep(job: Job, ended: Pick<ImportRecord, 'state' | 'points' | 'message'>): Promise<void> {
    const { by, mapped, points, fromMs, toMs } = job;
    const { jobId, assetId, filename, group } = job.record;
    const what = `${ended.state === 'done' ? 'imported' : 'began to import'} ${filename}`;
    const range = points === 0 ? {} : { fromMs, toMs };
    const after = { points, rows: points, ...range, group, channels: told(mapped) };
    await this.#options.work.run(by, async (unit) => {
      await unit.of(ImportRepository).end(jobId, ended);
      unit.note({ kind: 'history', assetId, what, after });
    });
  }
}

/** @throws HttpError 409 while there is an import into the asset, 429 with too many under way */
function refuseBeside(running: readonly ImportRecord[], assetId: AssetId): void {
  if (running.some((one) => one.assetId === assetId)) {
    throw conflict('Measurements are being imported into this asset already.');
  }
  if (running.length < MOST_RUNNING) return;
  const text = `${MOST_RUNNING} imports are under way already. Try again in a moment.`;
  throw new HttpError(429, 'too-many-imports', text, { headers: { 'Retry-After': '10' } });
}

const told = (mapped: readonly MappedItem[]) =>
  mapped.map(({ channel, item }) => ({ channel: channel.name, dataItemId: item.dataItemId, label: item.label }));

function toReply(
  { jobId, assetId, fileId, filename, group, channels, createdMs, state, points, message }: ImportRecord,
  progress: JobProgress<ImportProgress>,
): measurementImports.MeasurementImport {
  const underWay = state === 'running' ? progress.of(jobId) : undefined;
  return {
    ...{ jobId, assetId, fileId, filename, group, channels, state, message },
    created: new Date(createdMs).toISOString(),
    points: underWay?.points ?? points,
    share: state === 'done' ? 1 : (underWay?.share ?? 0),
  };
}

function messageOf(error: unknown): string {
  if (error instanceof HttpError) return error.message;
  if (error instanceof DeviceGoneError) return 'The asset was deleted.';
  if (error instanceof HistoryUnavailableError) return 'The history could not be written. Try again later.';
  return 'Something went wrong. The log of the portal says what.';
}
