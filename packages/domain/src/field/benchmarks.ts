import { ACTIVITY } from './activities.ts';
import { JOINT_FT, type WellPlan } from './well-plan.ts';

/** Work that a benchmark is for: one activity, or the two of milling. */
export interface Task {
  readonly name: string;
  readonly activities: readonly number[];
  /** How far it leads, feet; null: it is measured by its time. */
  readonly feet: (plan: WellPlan) => number | null;
  /** How long it should take, hours; null: nobody said. */
  readonly hours: (plan: WellPlan) => number | null;
  /** Its pipe is counted in joints. */
  readonly isTripping: boolean;
}

const RIG_OVER_HOURS = 5;
const RIG_DOWN_HOURS = 9;
const HOURS_PER_BOP = 0.5;
const MILL_FT_PER_HOUR = 310;
const JOINTS_PER_HOUR = 55;
const JOINTS_PER_HOUR_HIGH_PRESSURE = 45;

/** Joints of 31 ft, 55 of them an hour, 45 against high pressure (spec 3 §14). */
export function tripHours(feet: number, { isHighPressure }: WellPlan): number {
  return feet / JOINT_FT / (isHighPressure ? JOINTS_PER_HOUR_HIGH_PRESSURE : JOINTS_PER_HOUR);
}

function trip(name: string, activity: number, feet: Task['feet']): Task {
  const hours = (plan: WellPlan) => {
    const way = feet(plan);
    return way === null ? null : tripHours(way, plan);
  };
  return { name, activities: [activity], feet, hours, isTripping: true };
}

function timed(name: string, activity: number, hours: Task['hours']): Task {
  return { name, activities: [activity], feet: () => null, hours, isTripping: false };
}

const lateralOf = ({ totalDepthFt, killDepthFt }: WellPlan) =>
  totalDepthFt === null || killDepthFt === null ? null : Math.max(0, totalDepthFt - killDepthFt);

/** The tasks of a job that have benchmarks, in the order in which they are done (spec 1 §9). */
export const TASKS: readonly Task[] = [
  timed('Rig Up', ACTIVITY.rigUp, ({ rigUpHours }) => rigUpHours),
  timed('Rig Over', ACTIVITY.rigOver, () => RIG_OVER_HOURS),
  timed('BOP Press Test', ACTIVITY.bopPressTest, ({ bopCount }) =>
    bopCount === null ? null : bopCount * HOURS_PER_BOP,
  ),
  trip('Tripping In', ACTIVITY.trippingIn, ({ killDepthFt }) => killDepthFt),
  {
    name: 'Mill and Wash',
    activities: [ACTIVITY.drill, ACTIVITY.washdown],
    feet: lateralOf,
    hours: (plan) => {
      const feet = lateralOf(plan);
      return feet === null ? null : feet / MILL_FT_PER_HOUR;
    },
    isTripping: false,
  },
  timed('Circulating', ACTIVITY.circulating, ({ circulationHours }) => circulationHours),
  trip('Tripping Out', ACTIVITY.trippingOut, ({ totalDepthFt }) => totalDepthFt),
  trip('Tripping in production', ACTIVITY.trippingInProduction, ({ productionDepthFt }) => productionDepthFt),
  timed('Rig Down', ACTIVITY.rigDown, () => RIG_DOWN_HOURS),
];

/** A moment and the depth at which a job by its benchmarks is then. */
export interface ProjectedPoint {
  readonly timeMs: number;
  readonly depthFt: number;
}

const HOUR_MS = 3_600_000;

/**
 * How the depth would go if each task took its benchmark, one after the other from the beginning of the job. A rig that
 * came from the next well on the pad rigs over, any other rigs up. What has no benchmark takes no time.
 */
export function projectedDepth(startMs: number, plan: WellPlan, isRigOver: boolean): ProjectedPoint[] {
  const points: ProjectedPoint[] = [{ timeMs: startMs, depthFt: 0 }];
  let at = startMs;
  for (const { name, hours } of TASKS) {
    if (name === (isRigOver ? 'Rig Up' : 'Rig Over')) continue;
    const taken = hours(plan);
    if (taken === null || taken === 0) continue;
    at += taken * HOUR_MS;
    points.push({ timeMs: at, depthFt: depthAfter(name, plan) });
  }
  return points;
}

function depthAfter(task: string, { killDepthFt, totalDepthFt, productionDepthFt }: WellPlan): number {
  switch (task) {
    case 'Tripping In':
      return killDepthFt ?? 0;
    case 'Mill and Wash':
    case 'Circulating':
      return totalDepthFt ?? killDepthFt ?? 0;
    case 'Tripping in production':
    case 'Rig Down':
      return productionDepthFt ?? 0;
    default:
      return 0;
  }
}
