import type { Opening } from './flood.ts';

/** What comes so long after an alarm may be its consequence. */
export const FOLLOWS_WITHIN_MS = 300_000;
/** So many times of each alarm are remembered, and of the alarms that came before it. */
const TIMES = 20;
const FORERUNNERS = 48;
/** An opening is held against so many that came just before. */
const LOOKED_BACK = 40;
/** Of what comes faster than so many in so short a time nothing is learned but that it came. */
const TOO_DENSE_MS = 1_000;
const MOST_POINTS = 20_000;
/** Three times and in half of all at least: what is less may be chance. */
const LEAST_TIMES = 3;
const LEAST_SHARE = 0.5;

/** How often one alarm was followed by another one, of the last times that it came. */
export interface Evidence {
  readonly followed: number;
  readonly of: number;
}

/** An alarm of one asset. */
interface Point {
  readonly key: string;
  readonly timesMs: number[];
  /** Those that came shortly before it, each with the times of theirs that it followed. */
  readonly forerunners: Map<Point, number[]>;
}

interface Recent {
  readonly point: Point;
  readonly timeMs: number;
  readonly followers: Set<Point>;
}

type Named = Pick<Opening, 'assetId' | 'alarmDefinitionId'>;
export const pointKey = ({ assetId, alarmDefinitionId }: Named) => `${assetId} ${alarmDefinitionId}`;

/**
 * Which alarm used to follow which, learned from openings in their order. Pairs are of one asset's alarm each, so that what is told of two
 * alarms rests on these two alone. It holds a bounded number of alarms, of each its last times; the alarm that has
 * been silent for longest is forgotten first.
 */
export class Succession {
  readonly #points = new Map<string, Point>();
  readonly #recent: Recent[] = [];
  readonly #mostPoints: number;

  constructor(mostPoints = MOST_POINTS) {
    this.#mostPoints = mostPoints;
  }

  get size(): number {
    return this.#points.size;
  }

  /** @returns with how many openings before it this one was compared */
  learn(opening: Opening): number {
    const timeMs = opening.raisedMs;
    const point = this.#take(opening);
    let compared = 0;
    const [earliest] = this.#recent;
    const isTooDense = this.#recent.length === LOOKED_BACK && timeMs - (earliest?.timeMs ?? 0) < TOO_DENSE_MS;
    for (const before of isTooDense ? [] : this.#recent) {
      const sinceMs = timeMs - before.timeMs;
      if (sinceMs < 0 || sinceMs > FOLLOWS_WITHIN_MS) continue;
      compared++;
      if (before.point === point || before.followers.has(point)) continue;
      before.followers.add(point);
      const times = timesOf(point.forerunners, before.point);
      if (times) keep(times, before.timeMs);
    }
    keep(point.timesMs, timeMs);
    this.#recent.push({ point, timeMs, followers: new Set() });
    while (this.#recent.length > LOOKED_BACK) this.#recent.shift();
    return compared;
  }

  /** How often `after` followed `before`, of the times of `before` that lie before a moment; null: too seldom to tell. */
  evidence(before: Named, after: Named, beforeMs: number): Evidence | null {
    const first = this.#points.get(pointKey(before));
    const times = first && this.#points.get(pointKey(after))?.forerunners.get(first);
    return first && times ? telling(first.timesMs, times, beforeMs) : null;
  }

  /**
   * Of the alarms that came last before this one, the one that it followed most surely: in the greatest share, then most often, then
   * the earliest.
   * @param cameMs when the alarm of a key came last; undefined: not lately
   */
  likeliest(after: Named, cameMs: (key: string) => number | undefined): string | undefined {
    let best: { key: string; timeMs: number; evidence: Evidence } | undefined;
    for (const [{ key, timesMs }, times] of this.#points.get(pointKey(after))?.forerunners ?? []) {
      if (times.length < LEAST_TIMES) continue;
      const timeMs = cameMs(key);
      const evidence = timeMs === undefined ? null : telling(timesMs, times, timeMs);
      if (timeMs === undefined || !evidence) continue;
      const { followed, of } = evidence;
      const more =
        best === undefined
          ? 1
          : followed * best.evidence.of - best.evidence.followed * of ||
            of - best.evidence.of ||
            best.timeMs - timeMs ||
            (key < best.key ? 1 : -1);
      if (more > 0) best = { key, timeMs, evidence };
    }
    return best?.key;
  }

  #take(named: Named): Point {
    const key = pointKey(named);
    const point = this.#points.get(key) ?? { key, timesMs: [], forerunners: new Map() };
    this.#points.delete(key);
    this.#points.set(key, point);
    if (this.#points.size > this.#mostPoints) {
      for (const longestSilent of this.#points.keys()) {
        this.#points.delete(longestSilent);
        break;
      }
    }
    return point;
  }
}

/** Where the times of a forerunner are kept; undefined where there is no room beside those that came more than once. */
function timesOf(forerunners: Map<Point, number[]>, before: Point): number[] | undefined {
  const known = forerunners.get(before);
  if (known) return known;
  if (forerunners.size >= FORERUNNERS) {
    // The longest known is looked at, one for each that finds no room: which one that is goes round.
    const [oldest, times] = forerunners.entries().next().value as [Point, number[]];
    forerunners.delete(oldest);
    if (times.length > 1) {
      forerunners.set(oldest, times);
      return undefined;
    }
  }
  const times: number[] = [];
  forerunners.set(before, times);
  return times;
}

/** Times in their order, the last ones; what comes late finds its place. */
function keep(times: number[], timeMs: number): void {
  let place = times.length;
  while (place > 0 && (times[place - 1] as number) > timeMs) place--;
  times.splice(place, 0, timeMs);
  if (times.length > TIMES) times.shift();
}

function telling(all: readonly number[], followed: readonly number[], beforeMs: number): Evidence | null {
  const since = all[0] ?? 0;
  let times = 0;
  let of = 0;
  for (const timeMs of followed) if (timeMs >= since && timeMs < beforeMs) times++;
  for (const timeMs of all) if (timeMs < beforeMs) of++;
  return times >= LEAST_TIMES && times / of >= LEAST_SHARE ? { followed: times, of } : null;
}
