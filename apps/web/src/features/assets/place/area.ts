import type { Bounds, Place } from '#ui/map/map-bounds.ts';

const ROUND = 360;

/**
 * Bounds whose west lies east of their east reach across the date line. Those of a map that has turned past it go on counting
 * beyond ±180°, and where it shows the world more than once they are wider than the world.
 */
export function isWithin([west, south, east, north]: Bounds, { latitude, longitude }: Place): boolean {
  if (latitude < south || latitude > north) return false;
  const width = west <= east ? east - west : east - west + ROUND;
  return eastOf(west, longitude) <= width;
}

/** How far east of a meridian a longitude lies, 0 to 360 degrees. */
function eastOf(meridian: number, longitude: number): number {
  const degrees = (longitude - meridian) % ROUND;
  return degrees < 0 ? degrees + ROUND : degrees;
}

/** Whether the place lies in the area, once around the world or the other: an area across the date line counts beyond ±180°. */
export function isInside(corners: readonly Place[], { latitude, longitude }: Place): boolean {
  return [-ROUND, 0, ROUND].some((turn) => isDrawnAround(corners, { latitude, longitude: longitude + turn }));
}

/** Even-odd rule over the corners, in degrees, as they are drawn on the map. */
function isDrawnAround(corners: readonly Place[], { latitude, longitude }: Place): boolean {
  let inside = false;
  let before = corners.at(-1);
  for (const corner of corners) {
    if (before !== undefined && corner.latitude > latitude !== before.latitude > latitude) {
      const share = (latitude - corner.latitude) / (before.latitude - corner.latitude);
      if (longitude < corner.longitude + share * (before.longitude - corner.longitude)) inside = !inside;
    }
    before = corner;
  }
  return inside;
}

const DECIMALS = 5;

/** `30.1,-102.5;30.2,-102.5;…`, as the address holds it. */
export function writeCorners(corners: readonly Place[]): string {
  return corners.map(({ latitude, longitude }) => `${round(latitude)},${round(longitude)}`).join(';');
}

export function readCorners(text: string | null): Place[] {
  const corners = (text ?? '').split(';').map((pair) => pair.split(',').map(Number));
  const places = corners.flatMap(([latitude, longitude]) => {
    const isPlace = latitude !== undefined && longitude !== undefined && Number.isFinite(latitude + longitude);
    return isPlace ? [{ latitude, longitude }] : [];
  });
  return places.length >= 3 && places.length === corners.length ? places : [];
}

export function writeBounds(bounds: Bounds): string {
  return bounds.map(round).join(',');
}

export function readBounds(text: string | null): Bounds | undefined {
  const numbers = (text ?? '').split(',').map(Number);
  if (text === null || numbers.length !== 4 || !numbers.every(Number.isFinite)) return undefined;
  return numbers as unknown as Bounds;
}

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
