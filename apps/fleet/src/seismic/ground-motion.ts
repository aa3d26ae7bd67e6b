import { hash01, jitter, seedOf, wander } from '../physics/noise.ts';
import { HOUR_MS, isWorkingDay, MINUTE_MS, solarHour } from '../physics/weather.ts';
import type { Arrival } from './earthquakes.ts';

export type Axis = 'Vertical' | 'North' | 'East';

export interface NoiseSite {
  readonly seed: number;
  readonly longitude: number;
  /** Ground velocity by people and machines at the busiest hour, µm/s rms. */
  readonly culturalUmS: number;
}

/** Share of P and S energy on each axis: P mostly up, S mostly sideways. */
const P_SHARE: Record<Axis, number> = { Vertical: 0.34, North: 0.16, East: 0.15 };
const S_SHARE: Record<Axis, number> = { Vertical: 0.55, North: 1, East: 0.92 };

/** Ground velocity on one axis at one moment, µm/s: microseism, the day's work, passing trucks, earthquakes. */
export function groundVelocity(site: NoiseSite, axis: Axis, timeMs: number, arrivals: readonly Arrival[]): number {
  const seed = seedOf(site.seed, axis);
  let velocity = microseism(seed, timeMs) + culturalLevel(site, timeMs) * jitter(seedOf(seed, 'cultural'), timeMs);
  for (const arrival of arrivals) velocity += shaking(seed, axis, timeMs, arrival);
  return velocity;
}

/** The sea's swell, heard all over the continent: periods of 5 to 8 s, stronger for days and weaker for days. */
export function microseism(seed: number, timeMs: number): number {
  const storm = 0.32 + 0.18 * wander(seedOf(seed, 'storm'), timeMs, 40 * HOUR_MS);
  const group = 1 + 0.5 * wander(seedOf(seed, 'group'), timeMs, 70_000);
  const phase = hash01(seed, 7) * 2 * Math.PI;
  const t = timeMs / 1000;
  const drift = 2 * Math.PI * wander(seedOf(seed, 'phase'), timeMs, 45_000);
  return storm * group * (Math.sin((2 * Math.PI * t) / 6.3 + phase + drift) + 0.6 * Math.sin((2 * Math.PI * t) / 7.7));
}

/** Traffic and machines by the hour of the sun, µm/s rms; a truck passes now and then, mostly by day. */
export function culturalLevel(site: NoiseSite, timeMs: number): number {
  const hour = solarHour(timeMs, site.longitude);
  const byDay = Math.exp(-(((hour - 13) / 4.6) ** 2));
  const work = isWorkingDay(timeMs, site.longitude) ? 1 : 0.45;
  const level = site.culturalUmS * (0.16 + 0.84 * byDay * work);
  const slot = Math.floor(timeMs / (4 * MINUTE_MS));
  const passes = hash01(seedOf(site.seed, 'truck'), slot) < 0.08 + 0.25 * byDay * work;
  if (!passes) return level;
  const middle = (slot + 0.25 + 0.5 * hash01(seedOf(site.seed, 'truck-at'), slot)) * 4 * MINUTE_MS;
  return level * (1 + 3.5 * Math.exp(-(((timeMs - middle) / 14_000) ** 2)));
}

/** P begins sharply and fades, S begins larger and leaves a coda that fades slowly. */
export function shaking(seed: number, axis: Axis, timeMs: number, arrival: Arrival): number {
  if (timeMs < arrival.pMs) return 0;
  const sinceP = (timeMs - arrival.pMs) / 1000;
  const sinceS = (timeMs - arrival.sMs) / 1000;
  const p = P_SHARE[axis] * onset(sinceP, 0.15) * Math.exp(-sinceP / (0.7 * arrival.codaSeconds));
  const s = sinceS > 0 ? S_SHARE[axis] * onset(sinceS, 0.3) * Math.exp(-sinceS / arrival.codaSeconds) : 0;
  const wave = hash01(seedOf(seed, 'wave'), Math.floor(timeMs / 1000)) * 2 - 1;
  // The peak of a second of shaking is never near zero: its sign is random, its size is not.
  return arrival.peak * (p + s) * (Math.sign(wave) || 1) * (0.55 + 0.45 * Math.abs(wave));
}

const onset = (seconds: number, rise: number) => 1 - Math.exp(-(seconds + 0.05) / rise);

/** How long after the P wave an earthquake still shows, ms. */
export function lastingMs(arrival: Arrival): number {
  return arrival.sMs - arrival.pMs + arrival.codaSeconds * 6_000;
}
