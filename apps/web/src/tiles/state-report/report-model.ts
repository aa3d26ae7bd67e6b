import type { EpochMs, schedule } from '@telltale/contract';
import { ACTIVITIES, ACTIVITY, activityOf } from '@telltale/domain/field/activities.ts';
import { type JobFigures, jobFigures, type TaskKpi, taskKpis } from '@telltale/domain/field/kpis.ts';
import { type ProjectionSeries, projectedCourse } from '@telltale/domain/field/projection.ts';
import { toQuarter } from '@telltale/domain/field/schedule.ts';
import type { WellPlan } from '@telltale/domain/field/well-plan.ts';
import type { SeriesFrame } from '#readings/series.ts';
import type { RigRecord } from '#tile-kit/records/rig-record.ts';

export type Segment = schedule.ScheduleSegment;

/** Everything that the report shows. */
export interface ReportModel {
  readonly startMs: EpochMs;
  readonly endMs: EpochMs;
  /** In order of time. */
  readonly segments: readonly Segment[];
  /** Hours by activity, in the order of their keys. */
  readonly shares: readonly { readonly activity: number; readonly hours: number }[];
  /** Hours of the job of which no activity is known. */
  readonly unknownHours: number;
  readonly figures: JobFigures;
  readonly kpis: readonly TaskKpi[];
  /** Depth and projected depth; empty where there is neither. */
  readonly depth: SeriesFrame;
  readonly hasDepth: boolean;
}

export interface ReportInput {
  readonly record: RigRecord;
  readonly plan: WellPlan;
  /** The projection of the job; empty: there is none. */
  readonly projection: readonly ProjectionSeries[];
  readonly isComplete: (activity: number) => boolean;
  readonly startMs: EpochMs;
  readonly endMs: EpochMs;
}

const HOUR_MS = 3_600_000;
/** The projection is drawn in steps: a line is no longer one line over holes much wider than its usual step. */
const STEP_MS = 900_000;
const MOST_STEPS = 2_000;

export function sorted(segments: readonly Segment[]): Segment[] {
  return [...segments].sort((a, b) => a.startTime.localeCompare(b.startTime));
}

/** Those that are of some length and of an activity that there is. */
export function filtered(segments: readonly Segment[]): Segment[] {
  return segments.filter(({ activity, hours }) => hours > 0 && activityOf(activity) !== undefined);
}

/** @param segments sorted and filtered */
export function reportOf(segments: readonly Segment[], input: ReportInput): ReportModel {
  const { record, plan, isComplete, startMs, endMs } = input;
  const shares = ACTIVITIES.flatMap((_name, activity) => {
    const hours = segments.reduce((sum, one) => (one.activity === activity ? sum + one.hours : sum), 0);
    return hours > 0 ? [{ activity, hours }] : [];
  });
  const known = shares.reduce((sum, { hours }) => sum + hours, 0);
  return {
    startMs,
    endMs,
    segments,
    shares,
    unknownHours: Math.max(0, (toQuarter(endMs) - toQuarter(startMs)) / HOUR_MS - known),
    figures: jobFigures(segments, startMs, endMs, record.plug),
    kpis: taskKpis(segments, plan, isComplete),
    depth: depthFrame(segments, input),
    hasDepth: record.depth.length > 0,
  };
}

function depthFrame(
  segments: readonly Segment[],
  { record, plan, projection, startMs, endMs }: ReportInput,
): SeriesFrame {
  const isRigOver = segments.some(({ activity }) => activity === ACTIVITY.rigOver);
  const projected = steps(projectedCourse(startMs, plan, isRigOver, projection), endMs);
  const rows = new Map<number, [number | null, number | null]>();
  for (const [timeS, feet] of record.depth) rows.set(timeS, [feet, null]);
  for (const [timeS, feet] of projected) rows.set(timeS, [rows.get(timeS)?.[0] ?? null, feet]);
  const ordered = [...rows].sort(([a], [b]) => a - b);
  return {
    times: ordered.map(([timeS]) => timeS),
    columns: [ordered.map(([, [feet]]) => feet), ordered.map(([, [, feet]]) => feet)],
  };
}

/** The corners of the projection as a line of small steps, as far as the report or the job goes. */
function steps(corners: readonly { timeMs: number; depthFt: number }[], endMs: number): [number, number][] {
  const last = corners.at(-1);
  if (corners.length < 2 || last === undefined) return [];
  const points: [number, number][] = [];
  const firstMs = corners[0]?.timeMs ?? 0;
  const untilMs = Math.min(last.timeMs, Math.max(endMs, firstMs + STEP_MS));
  const stepMs = Math.max(STEP_MS, (untilMs - firstMs) / MOST_STEPS);
  let corner = 1;
  for (let at = firstMs; at <= untilMs; at += stepMs) {
    while ((corners[corner]?.timeMs ?? Number.POSITIVE_INFINITY) < at) corner++;
    const [before, after] = [corners[corner - 1] ?? last, corners[corner] ?? last];
    const way = after.timeMs - before.timeMs;
    const share = way > 0 ? (at - before.timeMs) / way : 1;
    points.push([at / 1000, before.depthFt + (after.depthFt - before.depthFt) * share]);
  }
  return points;
}
