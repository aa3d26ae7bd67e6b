import type { exportJobs, exportSchedules } from '@telltale/contract';

/** Exports on one page. */
export const EXPORTS_PER_PAGE = 25;

/** What an export's state is called in the filter, by the states that it stands for. */
const STATE_CHOICES = {
  'under way': ['queued', 'running'],
  ready: ['ready'],
  failed: ['failed'],
  withheld: ['withheld'],
  cancelled: ['cancelled'],
  gone: ['expired'],
} as const satisfies Record<string, readonly exportJobs.ExportState[]>;

const STATE_LABELS: Record<keyof typeof STATE_CHOICES, string> = {
  'under way': 'Under way',
  ready: 'Ready',
  failed: 'Failed',
  withheld: 'Out of sight',
  cancelled: 'Cancelled',
  gone: 'Kept no longer',
};

export const stateChoices = Object.entries(STATE_LABELS).map(([value, label]) => ({ value, label }));

/** Asked for by hand, or by a schedule that is there no more; else the id of one. */
const BY_HAND = 'hand';
const BY_NONE = 'removed';

/** What makes exports: whoever asks by hand, and each schedule. */
export function makerChoices(
  jobs: readonly exportJobs.ExportJob[],
  schedules: readonly exportSchedules.ExportSchedule[],
): { value: string; label: string }[] {
  const known = new Set(schedules.map(({ scheduleId }) => scheduleId));
  const isOfGone = jobs.some(({ scheduleId }) => scheduleId !== null && !known.has(scheduleId));
  return [
    { value: BY_HAND, label: 'Asked for by hand' },
    ...schedules.map(({ scheduleId, filename }) => ({ value: scheduleId, label: `Scheduled: ${filename}` })),
    ...(isOfGone ? [{ value: BY_NONE, label: 'Scheduled once, and no more' }] : []),
  ];
}

/** What the address says of the list. */
export interface ExportChoice {
  state: string | undefined;
  by: string | undefined;
}

/** Those that the address asks for; a state or a maker that nobody knows finds nothing. */
export function chosenExports(
  jobs: readonly exportJobs.ExportJob[],
  schedules: readonly exportSchedules.ExportSchedule[],
  { state, by }: ExportChoice,
): exportJobs.ExportJob[] {
  const states: readonly string[] =
    state !== undefined && Object.hasOwn(STATE_CHOICES, state)
      ? STATE_CHOICES[state as keyof typeof STATE_CHOICES]
      : [];
  const known = new Set(schedules.map(({ scheduleId }) => scheduleId));
  const isBy = ({ scheduleId }: exportJobs.ExportJob) => {
    if (by === BY_HAND) return scheduleId === null;
    if (by === BY_NONE) return scheduleId !== null && !known.has(scheduleId);
    return scheduleId === by;
  };
  return jobs.filter((job) => (state === undefined || states.includes(job.state)) && (by === undefined || isBy(job)));
}
