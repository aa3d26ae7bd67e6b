/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number];

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The same place as it is stored: a map that has turned past the date line goes on counting. */
export function withinTheWorld({ latitude, longitude }: Place): Place {
  return { latitude, longitude: longitude - 360 * Math.floor((longitude + 180) / 360) };
}

/** To 5 decimals, which is a metre (spec 1 §2). */
export function writePlace({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** Where a map without assets looks: the contiguous United States (spec 1 §2, map tile). */
export const DEFAULT_BOUNDS: Bounds = [-130, 25, -65, 45];
/** Degrees around the assets (spec 1 §2). */
const MARGIN = 2;
/** The projection has no poles. */
const MAX_LATITUDE = 85;

/**
 * The part of the world that holds all places, two degrees wider on each side; places outside ±90° and ±180° do not
 * count (spec 1 §2). Without any, the default.
 * @param margin degrees on each side, where other than two
 */
export function boundsOf(places: readonly Place[], margin = MARGIN): Bounds {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -Infinity, -Infinity];
  for (const { latitude, longitude } of places) {
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) continue;
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  if (west > east) return DEFAULT_BOUNDS;
  return [
    Math.max(-180, west - margin),
    Math.max(-MAX_LATITUDE, south - margin),
    Math.min(180, east + margin),
    Math.min(MAX_LATITUDE, north + margin),
  ];
}
