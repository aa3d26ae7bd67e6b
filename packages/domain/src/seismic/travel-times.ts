import { EARTH_RADIUS_KM, type Phase, type Shell, shellsOf } from './earth-model.ts';

/** Beyond it the core shades the direct waves, and these times mean nothing (degrees around the earth). */
export const FARTHEST_DEGREES = 95;
/** Taken where a feed says no depth, km. */
export const USUAL_DEPTH_KM = 10;
const DEEPEST_KM = 750;
/** Rays of different steepness that are followed. */
const RAYS = 1_500;

/** How far around the earth, in radians, and how long, in seconds, one ray goes. */
interface Ray {
  readonly distance: number;
  readonly seconds: number;
}

/** When the first P or S of an event at one depth arrives, by distance. */
export interface TravelTimes {
  /** Seconds; undefined beyond `FARTHEST_DEGREES`. */
  at(degrees: number): number | undefined;
}

/**
 * The travel times of the first P or S wave through the spherical earth model IASP91. Rays of many steepnesses are followed: each
 * shell of the earth bends a ray by Snell's law on the sphere, p = r sin(i) / v, and with a speed that is a power of the radius
 * the way and the time through it are
 *
 *   distance = (acos(p / n_top) - acos(p / n_bottom)) / bend,  seconds = (sqrt(n_top^2 - p^2) - sqrt(n_bottom^2 - p^2)) / bend
 *
 * with n = r / v (K. E. Bullen, 'An Introduction to the Theory of Seismology'). A ray that goes down turns where n = p. Of all rays that
 * come out at a distance the first counts. Heights of stations and the shape of the earth are left out.
 */
export function travelTimes(phase: Phase, depthKm: number | null): TravelTimes {
  const depth = Math.min(DEEPEST_KM, Math.max(0, depthKm ?? USUAL_DEPTH_KM));
  const source = EARTH_RADIUS_KM - depth;
  const shells = shellsOf(phase, source);
  const above = shells.filter(({ bottom }) => bottom >= source - 1e-9);
  const below = shells.filter(({ bottom }) => bottom < source - 1e-9);
  const rays = [...(depth > 0 ? raysUp(above) : []), ...raysDown(above, below)];
  return {
    at(degrees) {
      if (!(degrees >= 0 && degrees <= FARTHEST_DEGREES)) return undefined;
      const distance = (degrees * Math.PI) / 180;
      if (depth === 0 && distance === 0) return 0;
      const first = firstOf(rays, distance);
      return Number.isFinite(first) ? first : undefined;
    },
  };
}

/** Rays that leave the source upwards, from straight up to level. */
function raysUp(above: readonly Shell[]): Ray[] {
  const steepest = Math.min(...above.map(({ slowTop, slowBottom }) => Math.min(slowTop, slowBottom)));
  return Array.from({ length: RAYS + 1 }, (_, index) => {
    // Closer together where rays are level: there a little steepness is a long way.
    const share = 1 - (1 - index / RAYS) ** 3;
    return through(above, steepest * share);
  });
}

/**
 * Rays that leave it downwards, turn in one shell after the other and come up to the surface. Where the speed jumps from one shell
 * to the next, what lies between their rays is reflected there, and never the first.
 */
function raysDown(above: readonly Shell[], below: readonly Shell[]): Ray[] {
  const highest = Math.min(...above.map(({ slowTop, slowBottom }) => Math.min(slowTop, slowBottom)), Infinity);
  let limit = highest;
  const perShell = Math.max(12, Math.ceil(RAYS / Math.max(1, below.length)));
  return below.flatMap((shell, index) => {
    const passed = below.slice(0, index);
    // A ray turns here if it got through all that lies above.
    const most = Math.min(limit, shell.slowTop);
    const least = shell.slowBottom;
    limit = Math.min(limit, shell.slowTop, shell.slowBottom);
    if (most <= least || shell.bend <= 0) return [];
    return Array.from({ length: perShell + 1 }, (_, step) => {
      const p = most - (most - least) * (step / perShell);
      const [up, down, turn] = [through(above, p), through(passed, p), turnIn(shell, p)];
      return {
        distance: up.distance + 2 * (down.distance + turn.distance),
        seconds: up.seconds + 2 * (down.seconds + turn.seconds),
      };
    });
  });
}

function through(shells: readonly Shell[], p: number): Ray {
  let [distance, seconds] = [0, 0];
  for (const { slowTop, slowBottom, bend } of shells) {
    distance += (angle(p, slowTop) - angle(p, slowBottom)) / bend;
    seconds += (rise(p, slowTop) - rise(p, slowBottom)) / bend;
  }
  return { distance, seconds };
}

/** From the top of the shell to where the ray is level. */
const turnIn = ({ slowTop, bend }: Shell, p: number): Ray => ({
  distance: angle(p, slowTop) / bend,
  seconds: rise(p, slowTop) / bend,
});

const angle = (p: number, slow: number): number => Math.acos(Math.min(1, p / slow));
const rise = (p: number, slow: number): number => Math.sqrt(Math.max(0, slow * slow - p * p));

/** The first of the rays that come out at a distance, between those that were followed; Infinity: none does. */
function firstOf(rays: readonly Ray[], distance: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (let index = 1; index < rays.length; index++) {
    const [a, b] = [rays[index - 1], rays[index]];
    if (a === undefined || b === undefined) continue;
    const [near, far] = a.distance <= b.distance ? [a, b] : [b, a];
    if (distance < near.distance || distance > far.distance) continue;
    const share = far.distance === near.distance ? 0 : (distance - near.distance) / (far.distance - near.distance);
    first = Math.min(first, near.seconds + share * (far.seconds - near.seconds));
  }
  return first;
}
