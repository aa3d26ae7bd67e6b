import type { AssetId, FileId, measurementImports, UserId } from '@telltale/contract';
import { type Historian, HistoryUnavailableError, seriesKey } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, HttpError, notFound } from '#http/errors.ts';
import { DeviceGoneError, type IngestPipeline } from '#ingest/pipeline.ts';
import { type Actor, actorOf } from '#journal/journal.ts';
import type { FindRecording } from '../exporting/recording-exports.ts';
import type { MeasurementReader } from '../reading/measurement-reader.ts';
import { extentsOf, type MappedItem, mapChannels, type TargetItem } from './import-planner.ts';
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
}

interface Place {
  fileId: FileId;
  group: string;
}

interface Job {
  readonly jobId: string;
  readonly userId: UserId;
  readonly by: Actor;
  readonly assetId: AssetId;
  readonly place: Place & { path: string; filename: string };
  readonly mapped: readonly MappedItem[];
  readonly createdMs: number;
  readonly controller: AbortController;
  state: measurementImports.MeasurementImport['state'];
  message: string | null;
  points: number;
  read: number;
  fromMs: number;
  toMs: number;
  ended: Promise<void>;
}

/** Imports under way, of all users. */
const MOST_RUNNING = 4;
/** Imports that ended are remembered, of all users. */
const MOST_REMEMBERED = 100;

/** Stores channels of measurement files in the history of data items (spec 2 §2.11). What is under way ends with the portal. */
export class MeasurementImports {
  readonly #options: MeasurementImportOptions;
  /** In the order in which they were begun. */
  readonly #jobs = new Map<string, Job>();
  /** Assets into which something is imported, or about to be. */
  readonly #taken = new Set<AssetId>();

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
    const { work, clock, newId, requireAsset } = this.#options;
    const { assetId } = request;
    const plan = await this.#plan(caller, place, request, signal);
    if (this.#taken.has(assetId)) throw conflict('Measurements are being imported into this asset already.');
    if (this.#taken.size >= MOST_RUNNING) {
      const text = `${MOST_RUNNING} imports are under way already. Try again in a moment.`;
      throw new HttpError(429, 'too-many-imports', text, { headers: { 'Retry-After': '10' } });
    }
    this.#taken.add(assetId);
    const job: Job = {
      jobId: newId(),
      userId: caller.userId,
      by: actorOf(caller),
      assetId,
      place: { ...place, path: plan.path, filename: plan.filename },
      mapped: plan.mapped,
      createdMs: clock.now(),
      controller: new AbortController(),
      state: 'running',
      message: null,
      ...{ points: 0, read: 0, fromMs: Number.POSITIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY },
      ended: Promise.resolve(),
    };
    try {
      await work.run(caller, async (unit) => {
        await requireAsset(unit, caller, assetId);
        unit.note({
          kind: 'history',
          assetId,
          what: `import of ${place.group} of ${plan.filename} asked for`,
          after: { channels: told(plan.mapped) },
        });
      });
    } catch (error) {
      this.#taken.delete(assetId);
      throw error;
    }
    this.#jobs.set(job.jobId, job);
    job.ended = this.#carryOut(job);
    this.#forgetOldest();
    return toReply(job);
  }

  /** Newest first. */
  list(caller: Caller): measurementImports.MeasurementImport[] {
    return [...this.#jobs.values()]
      .filter(({ userId }) => userId === caller.userId)
      .map(toReply)
      .reverse();
  }

  /** @throws HttpError 404 when it is not the caller's */
  async cancel(caller: Caller, jobId: string): Promise<measurementImports.MeasurementImport> {
    const job = this.#jobs.get(jobId);
    if (job?.userId !== caller.userId) throw notFound('The import');
    this.#jobs.delete(jobId);
    job.controller.abort(new Error('The import was cancelled.'));
    await job.ended;
    return toReply(job);
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
    const { reader, pipeline, clock, log } = this.#options;
    const { controller, place, assetId, mapped } = job;
    const { signal } = controller;
    try {
      await runImport({
        ...{ reader, pipeline, recording: place, assetId, channels: mapped, nowMs: clock.now(), signal },
        onStored: ({ points, fromMs, toMs, read }) => {
          job.points += points;
          job.read = read;
          job.fromMs = Math.min(job.fromMs, fromMs);
          job.toMs = Math.max(job.toMs, toMs);
        },
      });
      job.state = 'done';
    } catch (error) {
      job.state = signal.aborted ? 'cancelled' : 'failed';
      if (!signal.aborted) {
        log.error({ err: error, assetId, fileId: place.fileId }, 'an import of measurements failed');
        job.message = messageOf(error);
      }
    }
    try {
      await this.#note(job);
    } catch (error) {
      log.error({ err: error, assetId }, 'how an import of measurements ended could not be kept');
    }
    this.#taken.delete(assetId);
  }

  /** What was stored stands in the journal, whatever ended it. */
  async #note({ by, assetId, place, mapped, state, points, fromMs, toMs }: Job): Promise<void> {
    const { filename, group } = place;
    const what = `${state === 'done' ? 'imported' : 'began to import'} ${filename}`;
    const range = points === 0 ? {} : { fromMs, toMs };
    const after = { points, rows: points, ...range, group, channels: told(mapped) };
    await this.#options.work.run(by, async (unit) => unit.note({ kind: 'history', assetId, what, after }));
  }

  #forgetOldest(): void {
    for (const { jobId, state } of this.#jobs.values()) {
      if (this.#jobs.size <= MOST_REMEMBERED) return;
      if (state !== 'running') this.#jobs.delete(jobId);
    }
  }
}

const told = (mapped: readonly MappedItem[]) =>
  mapped.map(({ channel, item }) => ({ channel: channel.name, dataItemId: item.dataItemId, label: item.label }));

function toReply(job: Job): measurementImports.MeasurementImport {
  const { jobId, assetId, place, mapped, state, points, message, read } = job;
  const values = mapped.reduce((sum, { channel }) => sum + channel.count, 0);
  return {
    ...{ jobId, assetId, state, points, message },
    fileId: place.fileId,
    filename: place.filename,
    group: place.group,
    channels: mapped.length,
    created: new Date(job.createdMs).toISOString(),
    share: state === 'done' || values === 0 ? 1 : Math.min(1, read / values),
  };
}

function messageOf(error: unknown): string {
  if (error instanceof HttpError) return error.message;
  if (error instanceof DeviceGoneError) return 'The asset was deleted.';
  if (error instanceof HistoryUnavailableError) return 'The history could not be written. Try again later.';
  return 'Something went wrong. The log of the portal says what.';
}
