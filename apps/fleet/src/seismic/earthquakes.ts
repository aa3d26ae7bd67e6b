import { hash01, seedOf } from '../physics/noise.ts';
import { HOUR_MS } from '../physics/weather.ts';

export interface Earthquake {
  readonly originMs: number;
  readonly magnitude: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly depthKm: number;
}

/** Where a region's small earthquakes happen, and how many an hour reach `MIN_MAGNITUDE`. */
export interface SeismicRegion {
  readonly seed: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKm: number;
  readonly perHour: number;
  readonly maxMagnitude: number;
}

export const MIN_MAGNITUDE = 0.6;
const KM_PER_DEGREE = 111.2;

/**
 * The earthquakes whose origin lies in [fromMs, toMs), in order of time. At most three in an hour of the clock;
 * magnitudes by Gutenberg and Richter with b = 1, so each whole magnitude up is ten times rarer.
 */
export function earthquakesBetween(region: SeismicRegion, fromMs: number, toMs: number): Earthquake[] {
  const found: Earthquake[] = [];
  for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS < toMs; hour++) {
    for (let k = 0; k < 3; k++) {
      const draw = (name: string) => hash01(seedOf(region.seed, name), hour * 3 + k);
      if (draw('occurs') >= region.perHour / 3) continue;
      const originMs = Math.round((hour + draw('minute')) * HOUR_MS);
      if (originMs >= fromMs && originMs < toMs) found.push(quake(region, originMs, draw));
    }
  }
  return found.sort((a, b) => a.originMs - b.originMs);
}

function quake(region: SeismicRegion, originMs: number, draw: (name: string) => number): Earthquake {
  const magnitude = Math.min(region.maxMagnitude, MIN_MAGNITUDE - Math.log10(1 - draw('magnitude') * 0.9999));
  const bearing = draw('bearing') * 2 * Math.PI;
  const distanceKm = region.radiusKm * Math.sqrt(draw('distance'));
  return {
    originMs,
    magnitude,
    latitude: region.latitude + (distanceKm * Math.cos(bearing)) / KM_PER_DEGREE,
    longitude:
      region.longitude +
      (distanceKm * Math.sin(bearing)) / (KM_PER_DEGREE * Math.cos((region.latitude * Math.PI) / 180)),
    depthKm: 3 + 6 * draw('depth'),
  };
}

export interface Arrival {
  readonly quake: Earthquake;
  readonly epicentreKm: number;
  /** Direction from the station to the epicentre, degrees clockwise from north. */
  readonly bearing: number;
  readonly pMs: number;
  readonly sMs: number;
  /** Largest ground velocity at the station, µm/s. */
  readonly peak: number;
  /** Decay of the coda, seconds. */
  readonly codaSeconds: number;
}

const P_KM_PER_S = 6.0;
const S_KM_PER_S = 3.46;

/** When and how strongly an earthquake arrives at a place: straight rays, amplitude falling with distance^1.7. */
export function arrivalAt(quake: Earthquake, latitude: number, longitude: number): Arrival {
  const north = (quake.latitude - latitude) * KM_PER_DEGREE;
  const east = (quake.longitude - longitude) * KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const epicentreKm = Math.hypot(north, east);
  const rayKm = Math.hypot(epicentreKm, quake.depthKm);
  return {
    quake,
    epicentreKm,
    bearing: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
    pMs: quake.originMs + (rayKm / P_KM_PER_S) * 1000,
    sMs: quake.originMs + (rayKm / S_KM_PER_S) * 1000,
    peak: 10 ** (quake.magnitude + 1.35 - 1.7 * Math.log10(rayKm)),
    codaSeconds: 10 ** (0.32 * quake.magnitude + 0.28),
  };
}

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

export function compassPoint(bearing: number): string {
  return COMPASS[Math.round(bearing / 45) % 8] ?? 'N';
}
