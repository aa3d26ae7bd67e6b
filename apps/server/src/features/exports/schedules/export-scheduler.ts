import {
  type AssetId,
  type DataItemId,
  type EpochMs,
  type exportJobs,
  permissionId,
  type UserId,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { HttpError } from '#http/errors.ts';
import type { Letter, MailPost } from '#mail/mail-post.ts';
import type { AssetNames } from '../export-planner.ts';
import type { ExportJobRecord } from '../export-repository.ts';
import { type ExportService, TOO_MANY } from '../export-service.ts';
import { type NotMadeParts, notMadeLetter } from './not-made.ts';
import { firstKept, occurrenceAfter } from './occurrences.ts';
import { type ExportScheduleRecord, ExportScheduleRepository, type ScheduledRun } from './schedule-repository.ts';
import { requestOfRun } from './scheduled-request.ts';

export interface ExportSchedulerOptions {
  work: UnitOfWork;
  schedules: ExportScheduleRepository;
  service: ExportService;
  clock: Clock;
  log: Log;
  /** What a user may do and see at this moment; undefined when there is no such user. */
  accessOf: (userId: UserId) => Promise<Omit<Caller, 'authId' | 'proof'> | undefined>;
  namesOf: (caller: Caller, assetId: AssetId) => Promise<AssetNames>;
  mails: Pick<MailPost, 'add'>;
  /** Who is told of a run that made nothing, and where. */
  notMade: NotMadeParts;
}

const VIEW = permissionId('HistoricalDataItems', 'View');
/** Runs that are made up for when the portal did not run. */
const MOST_MISSED = 7;

/** Makes the exports that are due, each run once, with the rights that their owner has by then. */
export class ExportScheduler {
  readonly #options: ExportSchedulerOptions;

  constructor(options: ExportSchedulerOptions) {
    this.#options = options;
  }

  async runDue(): Promise<void> {
    const { schedules, clock, log } = this.#options;
    for (const schedule of await schedules.listDue(clock.now())) {
      try {
        await this.#run(schedule);
      } catch (error) {
        // The others have their turn; this one comes again with the next look.
        log.error({ err: error, scheduleId: schedule.scheduleId }, 'a scheduled export could not be begun');
      }
    }
  }

  async #run(schedule: ExportScheduleRecord): Promise<void> {
    const { accessOf, clock } = this.#options;
    const access = await accessOf(schedule.userId);
    if (access === undefined) return;
    const caller: Caller = { ...access, authId: `schedule ${schedule.scheduleId}`, proof: 'token' };
    let dueMs = firstKept(schedule.rhythm, schedule.nextMs, clock.now(), MOST_MISSED);
    let { nextMs: taken, last } = schedule;
    for (; dueMs <= clock.now(); dueMs = occurrenceAfter(schedule.rhythm, dueMs)) {
      const run = await this.#runOnce(caller, { ...schedule, nextMs: taken, last }, dueMs);
      if (run === undefined) return;
      last = run;
      taken = occurrenceAfter(schedule.rhythm, dueMs);
    }
  }

  /** Undefined: it was made already, or may not be made now: one for which there is no room comes with a later look. */
  async #runOnce(caller: Caller, schedule: ExportScheduleRecord, runMs: EpochMs): Promise<ScheduledRun | undefined> {
    const { work, service, mails, notMade } = this.#options;
    if (!(await service.hasRoomFor(schedule.userId))) return undefined;
    const nextMs = occurrenceAfter(schedule.rhythm, runMs);
    const take = async (job: ExportJobRecord | null, message: string | null, letter?: Letter) =>
      work.run(caller, async (unit) => {
        const last = { timeMs: runMs, jobId: job?.jobId ?? null, message };
        const isMine = await unit.of(ExportScheduleRepository).take(schedule, { nextMs, last });
        if (isMine && job) await service.enter(unit, job);
        if (isMine && message !== null) {
          const { Filename } = schedule.template.OutputSettings;
          unit.note({ kind: 'export', what: `scheduled export ${Filename} not made`, after: { message } });
        }
        if (isMine && letter) await mails.add(unit, letter);
        return isMine ? last : undefined;
      });
    try {
      return await take(await this.#prepare(caller, schedule, runMs), null);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.code === TOO_MANY) return undefined;
      const { message } = error;
      // Who lost a right is not written to every day for it.
      const isKnown = schedule.last?.message === message;
      return take(
        null,
        message,
        isKnown ? undefined : await notMadeLetter(notMade, caller, schedule, { runMs, message }),
      );
    }
  }

  /** @throws HttpError why there is no export this time */
  async #prepare(caller: Caller, schedule: ExportScheduleRecord, runMs: EpochMs): Promise<ExportJobRecord> {
    if (!holds(caller, VIEW)) throw new HttpError(403, 'forbidden', 'You may not read the history any more.');
    const request = requestOfRun(schedule, runMs);
    const there = await this.#thereOf(caller, request.DataItems);
    const gone = request.DataItems.length - there.length;
    if (there.length === 0) throw new HttpError(404, 'not-found', 'None of its data items is in your sight any more.');
    const notes = gone === 0 ? [] : [`${gone} of ${request.DataItems.length} data items are out of your sight by now.`];
    const job = await this.#withMails(caller, { ...request, DataItems: there }, notes);
    return { ...job, scheduleId: schedule.scheduleId };
  }

  /** The file matters more than the mail: one that cannot be sent is told of with the file. */
  async #withMails(caller: Caller, request: exportJobs.ExportRequest, notes: string[]): Promise<ExportJobRecord> {
    const { service } = this.#options;
    try {
      return await service.prepare(caller, request, notes);
    } catch (error) {
      if (!(error instanceof HttpError) || request.OutputSettings.NotifyEmails === false) throw error;
      const OutputSettings = { ...request.OutputSettings, NotifyEmails: false };
      return service.prepare(caller, { ...request, OutputSettings }, [...notes, `No mail was sent. ${error.message}`]);
    }
  }

  /** What a schedule names may be deleted, or out of sight, by the time that it runs. */
  async #thereOf<Item extends { assetId: AssetId; dataItemId: DataItemId }>(
    caller: Caller,
    items: readonly Item[],
  ): Promise<Item[]> {
    const names = new Map<AssetId, AssetNames | undefined>();
    for (const assetId of new Set(items.map((item) => item.assetId))) {
      names.set(assetId, await this.#namesOrNone(caller, assetId));
    }
    return items.filter(({ assetId, dataItemId }) => names.get(assetId)?.items.has(dataItemId));
  }

  async #namesOrNone(caller: Caller, assetId: AssetId): Promise<AssetNames | undefined> {
    try {
      return await this.#options.namesOf(caller, assetId);
    } catch (error) {
      if (error instanceof HttpError) return undefined;
      throw error;
    }
  }
}
