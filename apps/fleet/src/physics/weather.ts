import { seedOf, wander } from './noise.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Hours since local midnight by the sun (longitude), 0 to 24; time zones play no part in physics. */
export function solarHour(timeMs: number, longitude: number): number {
  const hours = (timeMs / HOUR_MS + longitude / 15) % 24;
  return hours < 0 ? hours + 24 : hours;
}

/** 0 on Saturday and Sunday by the sun, 1 on working days. */
export function isWorkingDay(timeMs: number, longitude: number): boolean {
  // 1970-01-01 was a Thursday; day 2 and 3 of that count are the weekend.
  const day = Math.floor(timeMs / DAY_MS + longitude / 360) % 7;
  return day !== 2 && day !== 3;
}

/**
 * Ambient temperature, °F: yearly swing, daily swing with its top at about 15 h solar time, and weather that lasts
 * two to three days.
 */
export function ambientF(seed: number, timeMs: number, latitude: number, longitude: number): number {
  const dayOfYear = (timeMs / DAY_MS) % 365.2422;
  const yearly = -Math.cos(((dayOfYear - 19) / 365.2422) * 2 * Math.PI);
  const daily = Math.cos(((solarHour(timeMs, longitude) - 15) / 24) * 2 * Math.PI);
  const mean = 104 - 1.2 * latitude;
  const weather = wander(seedOf(seed, 'weather'), timeMs, 2.6 * DAY_MS);
  return mean + 19 * yearly + (11 - 3 * weather) * daily + 8 * weather;
}

/** Height of the sun as a share of full sun, 0 at night. */
export function sunshine(timeMs: number, longitude: number): number {
  return Math.max(0, Math.cos(((solarHour(timeMs, longitude) - 12.5) / 24) * 2 * Math.PI));
}
