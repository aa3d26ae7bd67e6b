import { lag, toDecimals } from '../physics/lag.ts';
import { jitter, seedOf, wander } from '../physics/noise.ts';
import { ambientF, DAY_MS, HOUR_MS, MINUTE_MS, solarHour, sunshine } from '../physics/weather.ts';
import type { DeviceAnswer, DeviceCommand, Model, Readings, Site } from '../world/model.ts';
import { type Arrival, arrivalAt, compassPoint, earthquakesBetween, type SeismicRegion } from './earthquakes.ts';
import { type Axis, groundVelocity, lastingMs } from './ground-motion.ts';

export interface SeismicSettings extends Site {
  readonly region: SeismicRegion;
  readonly culturalUmS: number;
}

export interface SeismicState {
  timeMs: number;
  vertical: number;
  north: number;
  east: number;
  /** Mean squares over about 3 s and 60 s, (µm/s)². */
  shortTerm: number;
  longTerm: number;
  noiseRms: number;
  /** Largest velocity since midnight by the sun. */
  peak: number;
  batteryCharge: number;
  enclosureF: number;
  eventsToday: number;
  lastEvent: string;
  lastMagnitude: number;
  /** Origin of the last earthquake that was reported, so that none is reported twice. */
  reportedMs: number;
  /** A test pulse that an operator asked for ends then. */
  pulseUntilMs: number;
}

const STA_S = 3;
const LTA_S = 100;
const TRIGGER = 4;
const HIGHEST_RATIO = 99.99;
/** One loud second counts no more than this into the noise level, so that the tail of an earthquake is no noise. */
const LOUDEST_NOISE = 2;
/** The longest step that history is made with; shaking in between is looked at second by second. */
const LOOK_BACK_MS = 4 * MINUTE_MS;

/** A three-axis seismometer that reports the peak of each second, and what its detector makes of it. */
export class SeismicModel implements Model<SeismicState> {
  readonly #settings: SeismicSettings;
  #arrivals: readonly Arrival[] = [];
  #arrivalsFor = Number.NaN;

  constructor(settings: SeismicSettings) {
    this.#settings = settings;
  }

  start(timeMs: number): SeismicState {
    return {
      timeMs,
      vertical: 0,
      north: 0,
      east: 0,
      shortTerm: 0.4,
      longTerm: 0.4,
      noiseRms: 0.6,
      peak: 0,
      batteryCharge: 0.8,
      enclosureF: this.#ambient(timeMs) + 8,
      eventsToday: 0,
      lastEvent: 'None yet',
      lastMagnitude: 0,
      reportedMs: timeMs,
      pulseUntilMs: 0,
    };
  }

  advance(state: SeismicState, timeMs: number): void {
    const dt = (timeMs - state.timeMs) / 1000;
    const day = (at: number) => Math.floor(at / DAY_MS + this.#settings.longitude / 360);
    if (day(timeMs) !== day(state.timeMs)) {
      state.peak = 0;
      state.eventsToday = 0;
    }
    const arrivals = this.#arrivalsAround(timeMs).filter(
      (arrival) => arrival.pMs <= timeMs && arrival.pMs + lastingMs(arrival) > state.timeMs,
    );
    const seconds = arrivals.length > 0 || state.pulseUntilMs > state.timeMs ? Math.max(1, Math.round(dt)) : 1;
    const from = state.timeMs;
    let loudest = -1;
    for (let i = 1; i <= seconds; i++) {
      const at = from + ((timeMs - from) * i) / seconds;
      const sample = this.#sample(state, at, arrivals);
      const size = Math.hypot(sample.Vertical, sample.North, sample.East);
      this.#detect(state, size * size, dt / seconds);
      if (size <= loudest) continue;
      loudest = size;
      state.vertical = sample.Vertical;
      state.north = sample.North;
      state.east = sample.East;
    }
    state.timeMs = timeMs;
    state.peak = Math.max(state.peak, loudest);
    state.noiseRms = Math.sqrt(state.longTerm);
    this.#report(state, arrivals);
    this.#moveHousekeeping(state, dt);
  }

  read(state: SeismicState): Readings {
    const { seed } = this.#settings;
    const voltage = 11.9 + 1.5 * state.batteryCharge + 0.35 * sunshine(state.timeMs, this.#settings.longitude);
    return {
      'Velocity Vertical': toDecimals(state.vertical, 3),
      'Velocity North': toDecimals(state.north, 3),
      'Velocity East': toDecimals(state.east, 3),
      'Noise RMS': toDecimals(state.noiseRms, 3),
      'STA/LTA': toDecimals(Math.min(HIGHEST_RATIO, Math.sqrt(state.shortTerm / state.longTerm)), 2),
      'Peak Velocity Today': toDecimals(state.peak, 2),
      'Last Event': state.lastEvent,
      'Last Magnitude': toDecimals(state.lastMagnitude, 1),
      'Events Today': state.eventsToday,
      'Battery Voltage': toDecimals(voltage + 0.006 * jitter(seedOf(seed, 'battery'), state.timeMs), 2),
      'Enclosure Temperature': toDecimals(state.enclosureF, 1),
      'Clock Offset': toDecimals(this.#clockOffset(state.timeMs), 0),
    };
  }

  command(state: SeismicState, command: DeviceCommand): DeviceAnswer {
    if (command.method !== 'station.calibrate') return { success: false, message: `Unknown method ${command.method}.` };
    state.pulseUntilMs = state.timeMs + 6_000;
    return { success: true, message: 'Calibration pulse of 6 s.' };
  }

  /** Microseconds against GPS: drifts with the hours, and is disciplined every 16 s. */
  #clockOffset(timeMs: number): number {
    const { seed } = this.#settings;
    const drift = 26 * wander(seedOf(seed, 'clock-drift'), timeMs, 4 * HOUR_MS);
    return drift + 3 * jitter(seedOf(seed, 'clock'), Math.floor(timeMs / 16_000) * 1000);
  }

  #ambient(timeMs: number): number {
    const { seed, latitude, longitude } = this.#settings;
    return ambientF(seed, timeMs, latitude, longitude);
  }

  /** Kept for the minute of the clock, since the catalogue is asked for at every step. */
  #arrivalsAround(timeMs: number): readonly Arrival[] {
    const minute = Math.floor(timeMs / MINUTE_MS);
    if (minute !== this.#arrivalsFor) {
      const { region, latitude, longitude } = this.#settings;
      const quakes = earthquakesBetween(region, minute * MINUTE_MS - LOOK_BACK_MS, (minute + 1) * MINUTE_MS);
      this.#arrivals = quakes.map((quake) => arrivalAt(quake, latitude, longitude));
      this.#arrivalsFor = minute;
    }
    return this.#arrivals;
  }

  #sample(state: SeismicState, timeMs: number, arrivals: readonly Arrival[]): Record<Axis, number> {
    const pulse = timeMs < state.pulseUntilMs ? 40 * Math.sin((timeMs / 1000) * 2.1) : 0;
    const velocity = (axis: Axis) => groundVelocity(this.#settings, axis, timeMs, arrivals) + pulse;
    return { Vertical: velocity('Vertical'), North: velocity('North'), East: velocity('East') };
  }

  /** Short-term and long-term average; the long one stands still while triggered, as recorders do it. */
  #detect(state: SeismicState, power: number, dt: number): void {
    state.shortTerm = lag(state.shortTerm, power, dt, STA_S);
    if (state.shortTerm > TRIGGER * TRIGGER * state.longTerm) return;
    state.longTerm = Math.max(0.01, lag(state.longTerm, Math.min(power, LOUDEST_NOISE * state.longTerm), dt, LTA_S));
  }

  /** An earthquake is reported when its S wave has passed and it stood out of the noise. */
  #report(state: SeismicState, arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) {
      const { quake } = arrival;
      if (quake.originMs <= state.reportedMs || arrival.sMs + 4_000 > state.timeMs) continue;
      state.reportedMs = quake.originMs;
      if (arrival.peak < 2.5 * state.noiseRms) continue;
      const error = 0.12 * jitter(seedOf(this.#settings.seed, 'magnitude'), quake.originMs);
      state.lastMagnitude = toDecimals(quake.magnitude + error, 1);
      state.eventsToday += 1;
      const clock = new Date(quake.originMs).toISOString().slice(11, 19);
      const where = `${Math.round(arrival.epicentreKm)} km ${compassPoint(arrival.bearing)}`;
      state.lastEvent = `M${state.lastMagnitude.toFixed(1)}, ${where}, ${clock} UTC`;
    }
  }

  #moveHousekeeping(state: SeismicState, dt: number): void {
    const clouds = 0.7 + 0.3 * wander(seedOf(this.#settings.seed, 'clouds'), state.timeMs, 9 * HOUR_MS);
    const sun = clouds * sunshine(state.timeMs, this.#settings.longitude);
    const charging = sun * (solarHour(state.timeMs, this.#settings.longitude) < 17 ? 0.16 : 0.08) - 0.026;
    state.batteryCharge = Math.min(1, Math.max(0.15, state.batteryCharge + (charging * dt) / 3600));
    state.enclosureF = lag(state.enclosureF, this.#ambient(state.timeMs) + 6 + 16 * sun, dt, 2_400);
  }
}
