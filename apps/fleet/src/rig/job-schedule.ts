import { ACTIVITY, type Activity } from '@telltale/domain/field/activities.ts';
import { hash01, seedOf } from '../physics/noise.ts';
import { HOUR_MS, MINUTE_MS } from '../physics/weather.ts';

/** What is to be done on one well, in hours and feet; the benchmarks of spec 1 §9 set the pace. */
export interface WellPlan {
  readonly kickOffFt: number;
  readonly totalDepthFt: number;
  readonly productionTubingFt: number;
  readonly plugs: number;
  readonly bopCount: number;
  readonly highPressure: boolean;
  readonly rigUpHours: number;
  readonly rigOverHours: number;
  readonly circulationHours: number;
}

export interface Segment {
  readonly activity: Activity;
  readonly startMs: number;
  readonly endMs: number;
  readonly fromFt: number;
  readonly toFt: number;
  /** Number of the plug that is being milled, from 1; 0 elsewhere. */
  readonly plug: number;
}

export interface Job {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly segments: readonly Segment[];
}

export const JOINT_FT = 31;

/** Joints per hour when tripping: 55, or 45 against high pressure (spec 1 §9). */
export const jointsPerHour = (well: WellPlan) => (well.highPressure ? 45 : 55);

/** Feet per hour when milling and washing down to the next plug (spec 1 §9). */
const MILL_AND_WASH_FT_PER_HOUR = 310;

/**
 * The segments of one job, one after the other without gaps. Real crews are faster and slower than the benchmark:
 * every segment is stretched by its own factor, and some days bring repairs, ram changes and waiting.
 */
export function planJob(well: WellPlan, seed: number, index: number, startMs: number): Job {
  const segments: Segment[] = [];
  let at = startMs;
  let depth = 0;
  const luck = (name: string) => hash01(seedOf(seed, name), index * 1000 + segments.length);
  const add = (activity: Activity, hours: number, toFt: number, plug = 0) => {
    const pace = 0.85 + 0.42 * luck('pace');
    const endMs = at + Math.max(MINUTE_MS, Math.round((hours * pace * HOUR_MS) / 1000) * 1000);
    segments.push({ activity, startMs: at, endMs, fromFt: depth, toFt, plug });
    at = endMs;
    depth = toFt;
  };
  const tripHours = (feet: number) => Math.abs(feet) / JOINT_FT / jointsPerHour(well);

  if (index % 3 === 0) add(ACTIVITY.rigUp, well.rigUpHours, 0);
  else add(ACTIVITY.rigOver, well.rigOverHours, 0);
  add(ACTIVITY.bopPressTest, 0.5 * well.bopCount, 0);
  add(ACTIVITY.trippingIn, tripHours(well.kickOffFt), well.kickOffFt);
  millPlugs(well, add, luck, () => depth);
  add(ACTIVITY.circulating, well.circulationHours, well.totalDepthFt);
  add(ACTIVITY.trippingOut, tripHours(well.totalDepthFt), 0);
  if (luck('rams') < 0.7) add(ACTIVITY.ramChange, 1.2, 0);
  add(ACTIVITY.trippingInProduction, tripHours(well.productionTubingFt), well.productionTubingFt);
  // The string stays in the well when the rig moves on.
  add(ACTIVITY.other, 1.5, well.productionTubingFt);
  if (index % 3 === 2) add(ACTIVITY.rigDown, 9, well.productionTubingFt);
  return { index, startMs, endMs: at, segments };
}

function millPlugs(
  well: WellPlan,
  add: (activity: Activity, hours: number, toFt: number, plug?: number) => void,
  luck: (name: string) => number,
  depth: () => number,
): void {
  const spacing = (well.totalDepthFt - well.kickOffFt) / well.plugs;
  for (let plug = 1; plug <= well.plugs; plug++) {
    const bottom = well.kickOffFt + spacing * plug;
    const hours = spacing / MILL_AND_WASH_FT_PER_HOUR;
    add(ACTIVITY.washdown, hours * 0.55, bottom - 3, plug);
    add(ACTIVITY.drill, hours * 0.45, bottom, plug);
    if (plug % 8 === 0) add(ACTIVITY.circulating, 0.75, depth());
    if (luck('repair') < 0.05) add(ACTIVITY.maintenance, 0.5 + 1.5 * luck('repair-hours'), depth());
    if (luck('wait') < 0.04) add(ACTIVITY.other, 0.4 + luck('wait-hours'), depth());
  }
}

/** The jobs of one rig, one after another since it came to the field; finds the job and segment of a time. */
export class JobCalendar {
  readonly #well: (index: number) => WellPlan;
  readonly #seed: number;
  readonly #jobs: Job[] = [];
  readonly #firstMs: number;

  constructor(well: (index: number) => WellPlan, seed: number, firstMs: number) {
    this.#well = well;
    this.#seed = seed;
    this.#firstMs = firstMs;
  }

  /** The job that runs at this time; times before the first job give the first. */
  jobAt(timeMs: number): Job {
    for (let i = this.#jobs.length - 1; i >= 0; i--) {
      const job = this.#jobs[i];
      if (job && (timeMs >= job.startMs || i === 0) && timeMs < job.endMs) return job;
    }
    for (;;) {
      const index = this.#jobs.length;
      const startMs = this.#jobs[index - 1]?.endMs ?? this.#firstMs;
      const job = planJob(this.#well(index), this.#seed, index, startMs);
      this.#jobs.push(job);
      if (timeMs < job.endMs) return job;
    }
  }
}

/** The segment of a job that runs at this time; before the job its first, after it its last. */
export function segmentAt(job: Job, timeMs: number): Segment {
  let low = 0;
  let high = job.segments.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const segment = job.segments[middle];
    if (segment && timeMs >= segment.endMs) low = middle + 1;
    else high = middle;
  }
  const found = job.segments[low];
  if (!found) throw new Error('A job has at least one segment.');
  return found;
}
