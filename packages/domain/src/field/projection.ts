import { type ProjectedPoint, projectedDepth } from './benchmarks.ts';
import type { WellPlan } from './well-plan.ts';

export type ProjectionPair = readonly [depthFt: number, value: number];

/** A column of a job's projection: what is expected at each depth. */
export interface ProjectionSeries {
  /** `Surface Torque (ft-lbs)` */
  readonly label: string;
  readonly pairs: readonly ProjectionPair[];
}

const PREFIX = 'projection-';
const HOUR_MS = 3_600_000;

/** The projection among the attributes of a rig; a column that cannot be read is none. */
export function readProjection(
  attributes: readonly { attributeName: string; attributeValue: string }[],
): ProjectionSeries[] {
  return attributes.flatMap(({ attributeName, attributeValue }) => {
    if (!attributeName.toLowerCase().startsWith(PREFIX)) return [];
    const pairs = pairsOf(attributeValue);
    return pairs.length === 0 ? [] : [{ label: attributeName.slice(PREFIX.length), pairs }];
  });
}

function pairsOf(text: string): ProjectionPair[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    // What is no JSON is no projection.
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.filter(
    (pair): pair is [number, number] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'number' && Number.isFinite(one)),
  );
}

/** Hours of one unit of a column of time, as its label says: `Time (h)`, `Elapsed hours`, `Days`, `Minutes`. */
export function hoursPerUnit(label: string): number | undefined {
  const plain = label.trim().toLowerCase();
  if (/^(elapsed |planned |job )?(time )?\(?(h|hr|hrs|hours?)\)?$/.test(plain)) return 1;
  if (/^(elapsed |planned |job )?(time )?\(?(d|days?)\)?$/.test(plain)) return 24;
  if (/^(elapsed |planned |job )?(time )?\(?(min|mins|minutes?)\)?$/.test(plain)) return 1 / 60;
  return undefined;
}

/**
 * How deep a job should be when. A projection with a column of time is the course itself. One without says how deep the
 * job goes at most, and the benchmarks how long that takes; without a projection the attributes say that, too.
 */
export function projectedCourse(
  startMs: number,
  plan: WellPlan,
  isRigOver: boolean,
  projection: readonly ProjectionSeries[],
): ProjectedPoint[] {
  for (const { label, pairs } of projection) {
    const hours = hoursPerUnit(label);
    if (hours === undefined) continue;
    return pairs
      .map(([depthFt, time]) => ({ timeMs: startMs + time * hours * HOUR_MS, depthFt }))
      .sort((a, b) => a.timeMs - b.timeMs);
  }
  const deepest = projection.flatMap(({ pairs }) => pairs).reduce((most, [depthFt]) => Math.max(most, depthFt), 0);
  return projectedDepth(startMs, deepest > 0 ? { ...plan, totalDepthFt: deepest } : plan, isRigOver);
}
