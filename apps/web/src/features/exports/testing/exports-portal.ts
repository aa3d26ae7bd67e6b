import { auth, type exportJobs, type exportSchedules } from '@telltale/contract';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';

const VIEWER = [6, 54, 34];

/** A file that is ready. */
export function aJob(differences: Partial<exportJobs.ExportJob> = {}): exportJobs.ExportJob {
  return {
    jobId: 'job-1',
    path: '/api/exports/job-1',
    state: 'ready',
    rows: 120,
    total: 120,
    file: { filename: 'Pump 7.csv.gz', length: 2048 },
    type: 'csv',
    startTime: '2026-11-19T12:00:00.000Z',
    endTime: '2026-11-20T12:00:00.000Z',
    series: 2,
    created: '2026-11-20T12:00:00.000Z',
    expires: '2026-11-21T12:00:00.000Z',
    scheduleId: null,
    message: null,
    notes: [],
    mails: [],
    ...differences,
  };
}

/** Every Friday morning by the clocks of Oslo. */
export function aSchedule(differences: Partial<exportSchedules.ExportSchedule> = {}): exportSchedules.ExportSchedule {
  return {
    scheduleId: 's-1',
    every: 'week',
    weekday: 5,
    time: '06:00',
    zone: 'Europe/Oslo',
    filename: 'nightly',
    type: 'csv',
    series: 2,
    isMailed: true,
    next: '2026-11-27T05:00:00.000Z',
    last: null,
    ...differences,
  };
}

/** A portal with these on its page of exports, for who may read the history. */
export function aPortalOfExports(jobs: exportJobs.ExportJob[], schedules: exportSchedules.ExportSchedule[] = []) {
  return new PortalStub()
    .on(auth.login, { body: aLogin(VIEWER) })
    .on('GET /api/exports', () => ({ body: jobs }))
    .on('GET /api/exportschedules', () => ({ body: schedules }))
    .on('GET /api/ef/assets', { body: [] })
    .on('GET /api/ef/systems', { body: [] })
    .on('DELETE /api/exports/job-1', () => {
      jobs.splice(0, 1);
      return { body: { jobId: 'job-1' } };
    })
    .on('DELETE /api/exportschedules/s-1', () => {
      schedules.splice(0, 1);
      return { body: { scheduleId: 's-1' } };
    });
}
