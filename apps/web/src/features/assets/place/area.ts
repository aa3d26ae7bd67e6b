import type { Bounds, Place } from '#ui/map/map-bounds.ts';

/** Bounds whose west lies east of their east reach across the date line. */
export function isWithin([west, south, east, north]: Bounds, { latitude, longitude }: Place): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** Even-odd rule over the corners, in degrees, as they are drawn on the map. */
export function isInside(corners: readonly Place[], { latitude, longitude }: Place): boolean {
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
