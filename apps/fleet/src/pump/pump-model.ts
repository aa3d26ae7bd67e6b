import { clamp, lag, ramp } from '../physics/lag.ts';
import { hash01, seedOf, wander } from '../physics/noise.ts';
import { ambientF, HOUR_MS, isWorkingDay, MINUTE_MS, solarHour } from '../physics/weather.ts';
import type { DeviceAnswer, DeviceCommand, Model, Readings, Signals, Site } from '../world/model.ts';
import { commandPump } from './pump-commands.ts';
import { gpmToBblPerHour, headToPsi, operatingPoint, type PumpDesign, ratedShaftKw } from './pump-curve.ts';
import { type Duty, isWanted, plannedSpeed } from './pump-duty.ts';
import { readPump, shockG, vibrationMmS } from './pump-readings.ts';
import type { PumpState } from './pump-state.ts';

export interface PumpSettings extends Site {
  readonly design: PumpDesign;
  readonly duty: Duty;
  /** Pressure that the supply holds at the suction flange; with a tank duty the tank's level decides instead. */
  readonly supplyPsi: number;
  /** Wear when first seen, and what a day of running adds. */
  readonly wear: { readonly initial: number; readonly perDay: number };
  /** Hours in which the suction strainer clogs, and is then cleaned; none: it never does. */
  readonly strainerHours?: number;
}

const ACCELERATION_RPM_PER_S = 110;
/** Suction below which the liquid starts to boil at the impeller's eye, and below which a pump is stopped. */
const NPSH_PSI = 11;
const STARVED_PSI = 4;
const STARVED_FOR_MS = 90_000;
const TRIP_TEMP_F = 275;
const COOL_DOWN_MS = 12 * MINUTE_MS;
/** Share of rated speed to which trends are reckoned, and over how long they average. */
const USUAL_SPEED = 0.92;
const TREND_S = 1_800;
const SERVICE_MS = 5 * HOUR_MS;

/** A pump station: one centrifugal pump on a variable-speed drive. */
export class PumpModel implements Model<PumpState> {
  readonly #settings: PumpSettings;

  constructor(settings: PumpSettings) {
    this.#settings = settings;
  }

  start(timeMs: number): PumpState {
    const { design, seed, wear, duty } = this.#settings;
    const ambient = this.#ambient(timeMs);
    // An age of two to five years, at the hours and starts that its duty gives.
    const age = 2 + 3 * hash01(seedOf(seed, 'age'), 0);
    const runHours = age * 8766 * (duty.kind === 'continuous' ? 0.93 : 0.58);
    return {
      timeMs,
      motor: 'Stopped',
      speedRpm: 0,
      setpointRpm: design.ratedSpeedRpm,
      flowGpm: 0,
      suctionPsi: this.#settings.supplyPsi,
      dischargePsi: headToPsi(design.staticHeadFt, design.specificGravity),
      shaftKw: 0,
      motorTempF: ambient + 60,
      bearingTempF: ambient + 40,
      ambientF: ambient,
      wear: wear.initial,
      vibrationTrend: vibrationMmS({ wear: wear.initial, cavitation: 0 }, USUAL_SPEED),
      shockTrend: shockG({ wear: wear.initial, cavitation: 0 }, USUAL_SPEED),
      cavitation: 0,
      runHours,
      energyKwh: runHours * 0.74 * ratedShaftKw(design),
      starts: Math.round(duty.kind === 'continuous' ? runHours / 160 : runHours / 1.6),
      outUntilMs: 0,
      starvedSinceMs: 0,
      hand: { run: 'auto', speed: null },
    };
  }

  advance(state: PumpState, timeMs: number, neighbour?: Signals): void {
    const dt = (timeMs - state.timeMs) / 1000;
    state.timeMs = timeMs;
    state.ambientF = this.#ambient(timeMs);
    this.#moveMotor(state, dt, neighbour?.levelShare);
    this.#moveLiquid(state, neighbour?.levelShare);
    this.#moveHeat(state, dt);
    this.#moveTrends(state, dt);
    this.#count(state, dt);
    this.#protect(state);
  }

  read(state: PumpState): Readings {
    return readPump(state, this.#settings.design, this.#settings.seed);
  }

  signals(state: PumpState): Signals {
    return { flowBblPerHour: gpmToBblPerHour(state.flowGpm) };
  }

  command(state: PumpState, command: DeviceCommand): DeviceAnswer {
    return commandPump(state, command);
  }

  #ambient(timeMs: number): number {
    const { seed, latitude, longitude } = this.#settings;
    return ambientF(seed, timeMs, latitude, longitude);
  }

  #moveMotor(state: PumpState, dt: number, levelShare: number | undefined): void {
    const { design, duty, seed } = this.#settings;
    const turning = state.motor === 'Running' || state.motor === 'Starting';
    const wanted =
      state.hand.run === 'auto' ? isWanted(duty, seed, state.timeMs, turning, levelShare) : state.hand.run === 'on';
    if (state.outUntilMs > 0 && state.timeMs >= state.outUntilMs) {
      if (state.motor === 'Maintenance') state.wear = 0.06;
      state.outUntilMs = 0;
      state.motor = 'Stopped';
    }
    const out = state.outUntilMs > 0;
    const target = wanted && !out ? this.#setpoint(state) : 0;
    state.setpointRpm = target > 0 ? target : state.setpointRpm;
    if (target > 0 && state.speedRpm === 0) state.starts += 1;
    state.speedRpm = ramp(state.speedRpm, target, dt, ACCELERATION_RPM_PER_S);
    if (out) return;
    if (target > 0) state.motor = state.speedRpm < 0.97 * target && state.motor !== 'Running' ? 'Starting' : 'Running';
    else state.motor = state.speedRpm > 0.02 * design.ratedSpeedRpm ? 'Stopping' : 'Stopped';
  }

  #setpoint(state: PumpState): number {
    const { design, duty, seed } = this.#settings;
    const share = state.hand.speed ?? plannedSpeed(duty, seed, state.timeMs);
    // The drive's own loop hunts by a few revolutions around the setpoint.
    const hunt = 0.004 * wander(seedOf(seed, 'hunt'), state.timeMs, 25_000);
    return design.ratedSpeedRpm * share * (1 + hunt);
  }

  #moveLiquid(state: PumpState, levelShare: number | undefined): void {
    const { design, seed, supplyPsi } = this.#settings;
    const linePressure = 1 + 0.05 * wander(seedOf(seed, 'line'), state.timeMs, 47 * MINUTE_MS);
    const point = operatingPoint(design, state.speedRpm, state.wear, linePressure);
    const flowShare = point.flowGpm / design.ratedFlowGpm;
    const supply = levelShare === undefined ? supplyPsi : 7 + 9 * levelShare;
    const swing = 1.1 * wander(seedOf(seed, 'supply'), state.timeMs, 19 * MINUTE_MS);
    const losses = (3 + this.#strainerLossPsi(state.timeMs)) * flowShare * flowShare;
    state.suctionPsi = Math.max(0, supply + swing - losses);
    state.cavitation = flowShare > 0.05 ? clamp((NPSH_PSI - state.suctionPsi) / (NPSH_PSI - STARVED_PSI), 0, 1) : 0;
    if (levelShare !== undefined) state.cavitation = levelShare < 0.04 && flowShare > 0.05 ? 1 : 0;
    // Vapour in the eye takes room from the liquid, and comes and goes.
    const gulp = 0.5 + 0.5 * wander(seedOf(seed, 'gulp'), state.timeMs, 9_000);
    const loss = state.cavitation * (0.06 + 0.1 * gulp);
    state.flowGpm = point.flowGpm * (1 - loss);
    const lineHeadFt = design.staticHeadFt * linePressure;
    // The check valve holds the line's pressure at the discharge gauge while the pump stands still.
    state.dischargePsi = Math.max(
      state.suctionPsi + headToPsi(point.headFt * (1 - loss), design.specificGravity),
      headToPsi(lineHeadFt, design.specificGravity),
    );
    state.shaftKw = point.shaftKw * (1 - 0.5 * loss);
  }

  #strainerLossPsi(timeMs: number): number {
    const hours = this.#settings.strainerHours;
    if (hours === undefined) return 0;
    const into = (timeMs / (hours * HOUR_MS) + hash01(seedOf(this.#settings.seed, 'strainer'), 0)) % 1;
    // Dirt catches dirt: little for most of the time, then fast.
    return 30 * into ** 4;
  }

  #moveHeat(state: PumpState, dt: number): void {
    const { design } = this.#settings;
    const load = state.shaftKw / ratedShaftKw(design);
    const turning = state.speedRpm > 0.05 * design.ratedSpeedRpm;
    const n = state.speedRpm / design.ratedSpeedRpm;
    const motorTarget = state.ambientF + 96 * load * load * (1 + 0.22 * state.wear) + (turning ? 22 : 0);
    state.motorTempF = lag(state.motorTempF, motorTarget, dt, (turning ? 26 : 70) * 60);
    const bearingTarget = state.ambientF + n * (52 + 58 * state.wear ** 1.5 + 12 * state.cavitation);
    state.bearingTempF = lag(state.bearingTempF, bearingTarget, dt, (turning ? 17 : 45) * 60);
  }

  #moveTrends(state: PumpState, dt: number): void {
    if (state.motor !== 'Running') return;
    // Condition monitors compare like with like: what would be measured at the usual speed.
    state.vibrationTrend = lag(state.vibrationTrend, vibrationMmS(state, USUAL_SPEED), dt, TREND_S);
    state.shockTrend = lag(state.shockTrend, shockG(state, USUAL_SPEED), dt, TREND_S);
  }

  #count(state: PumpState, dt: number): void {
    if (state.speedRpm <= 0) return;
    const hours = dt / 3600;
    state.runHours += hours;
    state.energyKwh += state.shaftKw * 1.06 * hours;
    const harder = 1 + 6 * state.cavitation;
    state.wear = Math.min(1, state.wear + (this.#settings.wear.perDay / 24) * hours * harder);
  }

  /** The station's own relay: stops the pump when it runs dry or hot; worn pumps go to the shop by day. */
  #protect(state: PumpState): void {
    const { seed, longitude } = this.#settings;
    if (state.outUntilMs > 0) return;
    const running = state.motor === 'Running';
    state.starvedSinceMs = running && state.suctionPsi < STARVED_PSI ? state.starvedSinceMs || state.timeMs : 0;
    const starved = state.starvedSinceMs > 0 && state.timeMs - state.starvedSinceMs >= STARVED_FOR_MS;
    if (starved || state.motorTempF > TRIP_TEMP_F) {
      state.motor = 'Tripped';
      state.outUntilMs = state.timeMs + COOL_DOWN_MS;
      state.starvedSinceMs = 0;
      return;
    }
    const hour = solarHour(state.timeMs, longitude);
    const crewIsThere = hour > 8 && hour < 11 && isWorkingDay(state.timeMs, longitude);
    if (state.wear > 0.97 && crewIsThere) {
      state.motor = 'Maintenance';
      state.outUntilMs = state.timeMs + SERVICE_MS * (0.8 + 0.4 * hash01(seed, Math.floor(state.timeMs / HOUR_MS)));
    }
  }
}
