import { JOB, JOB_ASSET_DEFINITION, JOB_GENERATED, PROJECTION_PREFIX } from '@telltale/contract';
import type { PlannedAsset, PlannedJob } from '@telltale/domain/demo/demo-plan.ts';
import { ACTIVITY } from '@telltale/domain/field/activities.ts';
import { projectedDepth } from '@telltale/domain/field/benchmarks.ts';
import { wellPlanOf } from '@telltale/domain/field/well-plan.ts';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { type Job, JobCalendar, type WellPlan } from '../rig/job-schedule.ts';
import { RIGS, wells } from '../world/equipment.ts';

/** Jobs whose beginning is no longer in the history that the demonstration sends are not told. */
const TOLD_MS = 7 * DAY_MS;
const QUARTER_MS = HOUR_MS / 4;
const PROJECTED_EVERY_FT = 450;

/**
 * The jobs of the rigs in a world that began at `bornMs`: what each is on, and the ones before that lie wholly in its
 * history.
 */
export function jobsAt(bornMs: number, nowMs: number, rigs: readonly PlannedAsset[]): PlannedJob[] {
  const oldestMs = Math.max(bornMs, nowMs - TOLD_MS);
  return RIGS.flatMap(({ serialNumber, seed, hoursBefore }) => {
    const rig = rigs.find((one) => one.serialNumber === serialNumber);
    if (!rig) return [];
    const firstMs = bornMs - hoursBefore * HOUR_MS;
    const calendar = new JobCalendar(wells[serialNumber].plan, seed, firstMs);
    const jobs: Job[] = [];
    for (let atMs = firstMs; atMs <= nowMs; atMs = jobs.at(-1)?.endMs ?? nowMs + 1) jobs.push(calendar.jobAt(atMs));
    return jobs
      .filter(({ startMs, endMs }) => startMs >= oldestMs || endMs > nowMs)
      .map((job) => planned(rig, serialNumber, job, nowMs));
  });
}

/** What the wizard would have sent of a job. */
function planned(rig: PlannedAsset, serialNumber: keyof typeof wells, job: Job, nowMs: number): PlannedJob {
  const { pad, name, plan } = wells[serialNumber];
  const well = plan(job.index);
  const values = wellValues(well);
  const told = { company: rig.attributes[JOB.oilCompany] ?? '', pad: pad(job.index), well: name(job.index) };
  const jobName = [told.company, told.pad, told.well].join(' - ');
  const startTime = iso(job.startMs);
  const attributes = {
    ...Object.fromEntries(OF_RIG.map((one) => [one, rig.attributes[one] ?? ''])),
    ...values,
    [JOB.oilCompany]: told.company,
    [JOB.pad]: told.pad,
    [JOB.well]: told.well,
    [JOB.start]: startTime,
    [JOB.end]: iso(plannedEnd(job, values)),
    [JOB_GENERATED.serialNumber]: jobName,
    [JOB_GENERATED.assetDefinition]: JOB_ASSET_DEFINITION,
    [JOB_GENERATED.reportStart]: startTime,
    ...projectionOf(well),
  };
  return { serialNumber, name: jobName, startMs: job.startMs, attributes, completed: completedAt(job, nowMs) };
}

/** What a crew takes from job to job. */
const OF_RIG = [JOB.state, JOB.county, JOB.description, JOB.formation, JOB.rigRating, JOB.plugType, JOB.motor, JOB.bit];

const iso = (timeMs: number) => new Date(timeMs).toISOString().replace('.000Z', 'Z');

function wellValues(well: WellPlan): Record<string, string> {
  return {
    [JOB.rigUp]: String(well.rigUpHours),
    [JOB.rigOver]: String(well.rigOverHours),
    [JOB.circulation]: String(well.circulationHours),
    [JOB.rigDown]: '9',
    [JOB.bopCount]: String(well.bopCount),
    [JOB.highPressure]: String(well.highPressure),
    [JOB.killDepth]: String(well.kickOffFt),
    [JOB.productionDepth]: String(well.productionTubingFt),
    [JOB.totalDepth]: String(well.totalDepthFt),
  };
}

/** When it would be done if everything took its benchmark. */
function plannedEnd(job: Job, values: Readonly<Record<string, string>>): number {
  const course = projectedDepth(
    job.startMs,
    wellPlanOf((name) => values[name]),
    job.index % 3 !== 0,
  );
  const endMs = course.at(-1)?.timeMs ?? job.endMs;
  return Math.ceil(endMs / QUARTER_MS) * QUARTER_MS;
}

/** Loads on the hook and torque that an engineer expects at each depth: the vertical part hangs, the lateral drags. */
function projectionOf({ kickOffFt, totalDepthFt }: WellPlan): Record<string, string> {
  const rows = Math.ceil(totalDepthFt / PROJECTED_EVERY_FT);
  const depths = Array.from({ length: rows }, (_, row) => Math.min((row + 1) * PROJECTED_EVERY_FT, totalDepthFt));
  const series = (label: string, valueAt: (vertical: number, lateral: number) => number) => [
    `${PROJECTION_PREFIX}${label}`,
    JSON.stringify(
      depths.map((depth) => {
        const vertical = Math.min(depth, kickOffFt);
        return [depth, Math.round(valueAt(vertical, depth - vertical) / 50) * 50];
      }),
    ),
  ];
  return Object.fromEntries([
    series('Hookload - Slack Off (lbs)', (vertical, lateral) => 14_000 + 5.5 * vertical - 1.1 * lateral),
    series('Hookload - Pick Up (lbs)', (vertical, lateral) => 14_000 + 5.7 * vertical + 1.1 * lateral),
    series('Surface Torque (ft-lbs)', (_vertical, lateral) => 500 + 0.19 * lateral),
  ]);
}

/** What the crew marked as done: work that the rig has begun and does not come back to in this job. */
function completedAt({ segments }: Job, nowMs: number): number[] {
  const ends = new Map<number, number>(segments.map(({ activity, endMs }) => [activity, endMs]));
  return MARKED.filter((activity) => (ends.get(activity) ?? Number.POSITIVE_INFINITY) <= nowMs);
}

const MARKED: readonly number[] = [
  ACTIVITY.rigUp,
  ACTIVITY.rigOver,
  ACTIVITY.bopPressTest,
  ACTIVITY.trippingIn,
  ACTIVITY.trippingOut,
  ACTIVITY.trippingInProduction,
];
