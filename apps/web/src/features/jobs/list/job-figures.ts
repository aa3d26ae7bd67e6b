import { COMPLETED_PREFIX, type jobs, type schedule } from '@telltale/contract';
import { activityName } from '@telltale/domain/field/activities.ts';
import { TASKS } from '@telltale/domain/field/benchmarks.ts';
import { jobFigures, type ReportedPlug, taskKpis } from '@telltale/domain/field/kpis.ts';
import { wellPlanOf } from '@telltale/domain/field/well-plan.ts';

/** The stretch of time of a job: from its start, or when it was opened, until it was closed, or now. */
export function spanOfJob(job: jobs.Job, nowMs: number): { startMs: number; endMs: number } {
  const startMs = Date.parse(job.startTime ?? job.openedAt);
  return { startMs, endMs: job.closedAt === null ? nowMs : Date.parse(job.closedAt) };
}

/** A figure of one job, as it is compared; null: nothing tells it. */
export interface JobFigure {
  readonly name: string;
  readonly value: number | null;
  readonly decimals: number;
}

/** The boxes and the scores of a job, as its report has them. */
export function figuresOfJob(
  job: jobs.Job,
  segments: readonly schedule.ScheduleSegment[],
  plug: ReportedPlug | undefined,
  nowMs: number,
): JobFigure[] {
  const values = new Map(
    job.attributes.map(({ attributeName, attributeValue }) => [attributeName.trim().toLowerCase(), attributeValue]),
  );
  const plan = wellPlanOf((name) => values.get(name.toLowerCase()));
  const isComplete = (activity: number) =>
    [String(activity), activityName(activity)].some(
      (key) => values.get(`${COMPLETED_PREFIX}${key}`.toLowerCase())?.trim() === '1',
    );
  const { startMs, endMs } = spanOfJob(job, nowMs);
  const ordered = segments.filter(({ hours }) => hours > 0).sort((a, b) => a.startTime.localeCompare(b.startTime));
  const boxes = jobFigures(ordered, startMs, Math.max(startMs, endMs), plug);
  const kpis = new Map(taskKpis(ordered, plan, isComplete).map((kpi) => [kpi.task.name, kpi]));
  return [
    { name: 'Days on Well', value: boxes.daysOnWell, decimals: 2 },
    { name: 'Current Plug', value: boxes.currentPlug, decimals: 0 },
    { name: 'Minutes per Plug', value: boxes.minutesPerPlug, decimals: 1 },
    { name: 'Plugs per Hour', value: boxes.plugsPerHour, decimals: 2 },
    { name: 'Lateral Feet per Hour', value: boxes.lateralFeetPerHour, decimals: 1 },
    ...TASKS.flatMap(({ name }): JobFigure[] => {
      const kpi = kpis.get(name);
      return [
        { name: `${name}: Score`, value: kpi?.score ?? null, decimals: 1 },
        { name: `${name}: Current Hours on Task`, value: kpi?.currentHours ?? null, decimals: 2 },
        { name: `${name}: Final Benchmark Hours`, value: kpi?.finalBenchmarkHours ?? null, decimals: 2 },
      ];
    }),
  ];
}
