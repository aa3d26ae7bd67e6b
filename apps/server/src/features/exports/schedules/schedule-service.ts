import { type exportJobs, exportSchedules } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { randomToken } from '#random-token.ts';
import type { AddressesOf } from '../export-mails.ts';
import { type ExportSources, planExport } from '../export-planner.ts';
import { occurrenceAfter } from './occurrences.ts';
import { type ExportScheduleRecord, ExportScheduleRepository } from './schedule-repository.ts';
import { requestOfRun } from './scheduled-request.ts';

export interface ScheduleServiceOptions extends ExportSources {
  work: UnitOfWork;
  schedules: ExportScheduleRepository;
  clock: Clock;
  addressesOf: AddressesOf;
  /** The caller's exports. */
  jobsOf: (caller: Caller) => Promise<exportJobs.ExportJob[]>;
}

/** Exports that come again and again; a schedule is its owner's alone, as what it makes. */
export class ScheduleService {
  readonly #options: ScheduleServiceOptions;

  constructor(options: ScheduleServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller): Promise<exportSchedules.ExportSchedule[]> {
    const { schedules, jobsOf } = this.#options;
    const jobs = new Map((await jobsOf(caller)).map((job) => [job.jobId, job]));
    return (await schedules.listOfUser(caller.userId)).map((schedule) =>
      toJson(schedule, jobs.get(schedule.last?.jobId ?? '')),
    );
  }

  /** @throws HttpError what the export itself would be refused with; 400 without an address to mail to; 409 for too many */
  async add(
    caller: Caller,
    rhythm: exportSchedules.ExportRhythm,
    template: exportSchedules.ExportTemplate,
  ): Promise<exportSchedules.ExportSchedule> {
    const { work, clock, addressesOf } = this.#options;
    const nowMs = clock.now();
    const nextMs = occurrenceAfter(rhythm, nowMs);
    await planExport(this.#options, caller, requestOfRun({ rhythm, template }, nextMs));
    if (template.OutputSettings.NotifyEmails && (await addressesOf(caller)).length === 0) {
      throw badRequest('Your account has no mail address.', { field: 'OutputSettings.NotifyEmails' });
    }
    const { userId } = caller;
    const schedule = { scheduleId: randomToken(), userId, rhythm, template, createdMs: nowMs, nextMs, last: null };
    await work.run(caller, async (unit) => {
      const schedules = unit.of(ExportScheduleRepository);
      if ((await schedules.countOfUser(userId)) >= exportSchedules.MAX_EXPORT_SCHEDULES) {
        throw conflict(`You have ${exportSchedules.MAX_EXPORT_SCHEDULES} scheduled exports already.`);
      }
      await schedules.insert(schedule);
      unit.note({ kind: 'export', what: `export ${template.OutputSettings.Filename} scheduled`, after: rhythm });
    });
    return toJson(schedule);
  }

  async remove(caller: Caller, scheduleId: string): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      const schedules = unit.of(ExportScheduleRepository);
      const schedule = await schedules.find(scheduleId);
      if (schedule?.userId !== caller.userId) throw notFound('The scheduled export');
      await schedules.delete(scheduleId);
      const { rhythm, template } = schedule;
      unit.note({
        kind: 'export',
        what: `export ${template.OutputSettings.Filename} scheduled no more`,
        before: rhythm,
      });
    });
  }
}

/** @param made by the newest run */
function toJson(
  { scheduleId, rhythm, template, nextMs, last }: ExportScheduleRecord,
  made?: exportJobs.ExportJob,
): exportSchedules.ExportSchedule {
  const { DataItems, Format, OutputSettings } = template;
  return {
    ...rhythm,
    scheduleId,
    filename: OutputSettings.Filename,
    type: Format.Type,
    series: DataItems.length,
    isMailed: OutputSettings.NotifyEmails,
    next: new Date(nextMs).toISOString(),
    last: last && {
      time: new Date(last.timeMs).toISOString(),
      state: made?.state ?? null,
      rows: made?.rows ?? null,
      message: last.message ?? made?.message ?? null,
    },
  };
}
