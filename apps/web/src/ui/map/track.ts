import { milesAlong } from './distance.ts';
import type { Place } from './map-bounds.ts';

/** Where something was from a moment on; null: from then on it had no place. */
export interface TrackPoint {
  readonly atMs: number;
  readonly place: Place | null;
}

/** A way as it is drawn. */
export interface Track {
  /** One line for each stretch in which it had a place. Longitudes go on beyond 180 where it crossed the date line. */
  readonly lines: readonly (readonly Place[])[];
  /** Where it was at the end, and since when; undefined: nowhere. */
  readonly at: (Place & { readonly sinceMs: number }) | undefined;
  readonly miles: number;
}

/**
 * The way between two moments. It stays where it was put until it is put elsewhere: nothing is known of the way between.
 * @param points oldest first; those before the first moment say where it was then
 */
export function trackBetween(points: readonly TrackPoint[], fromMs: number, toMs: number): Track {
  const begin = points.findLastIndex(({ atMs }) => atMs <= fromMs);
  const lines: Place[][] = [];
  let at: Track['at'];
  for (const { atMs, place } of points.slice(Math.max(0, begin))) {
    if (atMs > toMs) break;
    const line = at === undefined ? undefined : lines.at(-1);
    at = place === null ? undefined : { ...place, sinceMs: atMs };
    if (place === null) continue;
    const before = line?.at(-1);
    if (line === undefined || before === undefined) lines.push([place]);
    else line.push({ latitude: place.latitude, longitude: nearest(place.longitude, before.longitude) });
  }
  return { lines, at, miles: lines.reduce((miles, line) => miles + milesAlong(line), 0) };
}

/** The same meridian, by the shorter way around from another. */
function nearest(longitude: number, from: number): number {
  return longitude + 360 * Math.round((from - longitude) / 360);
}
