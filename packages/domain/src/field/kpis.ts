import { ACTIVITY } from './activities.ts';
import { TASKS, type Task } from './benchmarks.ts';
import { JOINT_FT, type WellPlan } from './well-plan.ts';

/** A segment of a schedule, as far as figures are made of it. */
export interface WorkedSegment {
  readonly activity: number;
  readonly hours: number;
  /** The depth at its end, feet. */
  readonly depth: number | null;
}

/** The figures of a task (spec 1 §2); null where nothing tells them. */
export interface TaskKpi {
  readonly task: Task;
  /** 0 and up: 100 is as fast as the benchmark. */
  readonly score: number | null;
  readonly currentHours: number;
  /** What the benchmark gives for what is done. */
  readonly activeBenchmarkHours: number | null;
  readonly finalBenchmarkHours: number | null;
  /** 0 to 1. */
  readonly completion: number | null;
  readonly jointsPerHour: number | null;
}

/** What all segments of one activity come to. */
export interface ActivityTotal {
  readonly hours: number;
  /** The way of the pipe within them, feet, up and down. */
  readonly feet: number;
}

/** Sums by activity. A job begins with the pipe out of the hole: the first depth is measured from 0. */
export function activityTotals(segments: readonly WorkedSegment[]): ReadonlyMap<number, ActivityTotal> {
  const totals = new Map<number, ActivityTotal>();
  let depth = 0;
  for (const segment of segments) {
    const { hours = 0, feet = 0 } = totals.get(segment.activity) ?? {};
    const way = segment.depth === null ? 0 : Math.abs(segment.depth - depth);
    totals.set(segment.activity, { hours: hours + segment.hours, feet: feet + way });
    depth = segment.depth ?? depth;
  }
  return totals;
}

/**
 * The figures of every task that was begun. Score: the progress divided by the share of the benchmark that it took, times
 * 100 (spec 1 §9). A task that somebody marked as complete is at 100 %. What is measured by time alone is as far as its
 * time, until the benchmark is used up.
 */
export function taskKpis(
  segments: readonly WorkedSegment[],
  plan: WellPlan,
  isComplete: (activity: number) => boolean,
): TaskKpi[] {
  const totals = activityTotals(segments);
  return TASKS.flatMap((task) => {
    const done = task.activities.map((activity) => totals.get(activity) ?? { hours: 0, feet: 0 });
    const hours = done.reduce((sum, one) => sum + one.hours, 0);
    if (hours === 0) return [];
    const feet = done.reduce((sum, one) => sum + one.feet, 0);
    return [kpiOf(task, plan, { hours, feet }, task.activities.every(isComplete))];
  });
}

function kpiOf(task: Task, plan: WellPlan, { hours, feet }: ActivityTotal, isComplete: boolean): TaskKpi {
  const final = task.hours(plan);
  const way = task.feet(plan);
  const completion = isComplete ? 1 : progress(feet, way, hours, final, task);
  const canScore = completion !== null && final !== null && final > 0;
  return {
    task,
    score: canScore ? (completion / (hours / final)) * 100 : null,
    currentHours: hours,
    activeBenchmarkHours: completion === null || final === null ? null : completion * final,
    finalBenchmarkHours: final,
    completion,
    jointsPerHour: task.isTripping ? feet / JOINT_FT / hours : null,
  };
}

function progress(feet: number, way: number | null, hours: number, final: number | null, task: Task): number | null {
  if (way !== null) return way === 0 ? null : Math.min(1, feet / way);
  // Of what leads somewhere the time alone tells nothing.
  if (task.isTripping || task.activities.length > 1 || final === null || final === 0) return null;
  return Math.min(1, hours / final);
}

/** The boxes of the report (spec 1 §2); null where nothing tells them. */
export interface JobFigures {
  readonly daysOnWell: number;
  readonly currentPlug: number | null;
  readonly minutesPerPlug: number | null;
  readonly plugsPerHour: number | null;
  readonly lateralFeetPerHour: number | null;
}

const MS_PER_DAY = 86_400_000;

/** The plug that the rig reports, and the highest that it came to. */
export interface ReportedPlug {
  readonly current: number;
  readonly most: number;
}

/** @param plug undefined: the rig reports none, and each stretch of milling counts as one */
export function jobFigures(
  segments: readonly WorkedSegment[],
  startMs: number,
  nowMs: number,
  plug: ReportedPlug | undefined,
): JobFigures {
  const totals = activityTotals(segments);
  const milling = [ACTIVITY.drill, ACTIVITY.washdown].map((activity) => totals.get(activity) ?? { hours: 0, feet: 0 });
  const hours = milling.reduce((sum, one) => sum + one.hours, 0);
  const feet = milling.reduce((sum, one) => sum + one.feet, 0);
  const counted = segments.filter(({ activity }) => activity === ACTIVITY.drill).length;
  const plugs = plug?.most ?? counted;
  const current = plug !== undefined && plug.current > 0 ? plug.current : plugs;
  const isMilled = plugs > 0 && hours > 0;
  return {
    daysOnWell: Math.max(0, nowMs - startMs) / MS_PER_DAY,
    currentPlug: current > 0 ? current : null,
    minutesPerPlug: isMilled ? (hours * 60) / plugs : null,
    plugsPerHour: isMilled ? plugs / hours : null,
    lateralFeetPerHour: hours > 0 ? feet / hours : null,
  };
}
