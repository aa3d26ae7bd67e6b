import type { Place } from './map-bounds.ts';

/** Miles (spec 3 §9: everywhere). */
export const EARTH_RADIUS_MILES = 3958.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The way between two places along the surface of the earth, miles. */
export function milesBetween(from: Place, to: Place): number {
  const [south, north] = [radians(from.latitude), radians(to.latitude)];
  const across = Math.sin(radians(to.longitude - from.longitude) / 2);
  const along = Math.sin((north - south) / 2);
  const chord = along * along + Math.cos(south) * Math.cos(north) * across * across;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** The place so many miles from another in a direction, degrees clockwise from north. */
export function placeAway({ latitude, longitude }: Place, miles: number, bearing: number): Place {
  const [from, angle, towards] = [radians(latitude), miles / EARTH_RADIUS_MILES, radians(bearing)];
  const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(towards);
  const east = Math.atan2(
    Math.sin(towards) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * sine,
  );
  return { latitude: degrees(Math.asin(sine)), longitude: longitude + degrees(east) };
}

const RIM_PLACES = 72;

/** The rim of a circle around a place. */
export function rimAround(center: Place, miles: number): Place[] {
  return Array.from({ length: RIM_PLACES }, (_, index) => placeAway(center, miles, (index * 360) / RIM_PLACES));
}

/** The way from the first place by all others to the last, miles. */
export function milesAlong(places: readonly Place[]): number {
  let miles = 0;
  for (let index = 1; index < places.length; index++) {
    const [from, to] = [places[index - 1], places[index]];
    if (from !== undefined && to !== undefined) miles += milesBetween(from, to);
  }
  return miles;
}

/** `12.3 miles`; short ways to three decimals, which is a stride or two. */
export function writeMiles(miles: number): string {
  const decimals = miles < 1 ? 3 : miles < 100 ? 2 : 0;
  return `${miles.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })} miles`;
}
