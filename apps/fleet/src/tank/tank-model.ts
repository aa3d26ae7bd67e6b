import { clamp, lag } from '../physics/lag.ts';
import { hash01, seedOf, wander } from '../physics/noise.ts';
import { ambientF, DAY_MS, HOUR_MS, MINUTE_MS, solarHour } from '../physics/weather.ts';
import type { DeviceAnswer, DeviceCommand, Model, Readings, Signals, Site } from '../world/model.ts';
import { readTank } from './tank-readings.ts';
import type { TankState } from './tank-state.ts';

export interface TankSettings extends Site {
  readonly heightFt: number;
  /** Barrels that one foot of level holds, all tanks of the battery together. */
  readonly oilBblPerFt: number;
  readonly waterBblPerFt: number;
  /** What the wells bring on average, barrels per hour. */
  readonly oilBblPerHour: number;
  readonly waterBblPerHour: number;
  /** Oil leaves by truck, or by the pump of the neighbouring station. */
  readonly oilLeavesBy: 'truck' | 'pump';
  /** Barrels per hour that are lost unmeasured from this time on. */
  readonly leak?: { readonly fromMs: number; readonly bblPerHour: number };
  /** The oil thermometer's wire is loose, and loses contact for minutes between these hours by the sun. */
  readonly looseWire?: { readonly fromHour: number; readonly toHour: number };
}

const TRUCK_BBL = 186;
/** 9.2 barrels a minute: a load takes about twenty minutes. */
const LOADING_BBL_PER_HOUR = 552;
/** Trucks are called at this level, and a load must not draw the tank below the suction line. */
const CALL_SHARE = 0.62;
const LOWEST_SHARE = 0.06;
const SHUT_IN_SHARE = 0.93;
const RESUME_SHARE = 0.8;

/** A tank battery: oil tanks that stand in line, a water tank, wells that fill them, trucks or a pump that empty them. */
export class TankModel implements Model<TankState> {
  readonly #settings: TankSettings;

  constructor(settings: TankSettings) {
    this.#settings = settings;
  }

  start(timeMs: number): TankState {
    const { seed, heightFt, oilBblPerFt, waterBblPerFt, latitude, longitude } = this.#settings;
    const ambient = ambientF(seed, timeMs, latitude, longitude);
    return {
      timeMs,
      oilBbl: heightFt * oilBblPerFt * (0.3 + 0.3 * hash01(seedOf(seed, 'oil'), 0)),
      waterBbl: heightFt * waterBblPerFt * (0.2 + 0.4 * hash01(seedOf(seed, 'water'), 0)),
      inflow: 0,
      draw: 0,
      leak: 0,
      waterInflow: 0,
      waterDraw: 0,
      oilTempF: ambient + 18,
      ambientF: ambient,
      tankPressure: 2,
      oilTruckBbl: 0,
      waterTruckBbl: 0,
      shutIn: false,
      loads: 0,
      thermometerFails: false,
      hand: { loading: 'auto' },
    };
  }

  advance(state: TankState, timeMs: number, neighbour?: Signals): void {
    const dt = (timeMs - state.timeMs) / 1000;
    const newDay = this.#day(timeMs) !== this.#day(state.timeMs);
    state.timeMs = timeMs;
    if (newDay) state.loads = 0;
    const hours = dt / 3600;
    this.#setInflow(state);
    this.#setDraw(state, hours, neighbour?.flowBblPerHour ?? 0);
    // The balance, to the drop: nothing else changes what is in the tanks.
    state.oilBbl += (state.inflow - state.draw - state.leak) * hours;
    state.waterBbl += (state.waterInflow - state.waterDraw) * hours;
    this.#moveHeat(state, dt);
  }

  read(state: TankState): Readings {
    return readTank(state, this.#settings);
  }

  badLabels(state: TankState): readonly string[] {
    return state.thermometerFails ? ['Oil Temperature'] : [];
  }

  signals(state: TankState): Signals {
    return { levelShare: state.oilBbl / this.#oilCapacity() };
  }

  command(state: TankState, command: DeviceCommand): DeviceAnswer {
    if (command.method === 'loading.stop') {
      state.hand.loading = 'off';
      return { success: true, message: 'Loading is locked.' };
    }
    if (command.method === 'loading.auto') {
      state.hand.loading = 'auto';
      return { success: true, message: 'Loading is free.' };
    }
    return { success: false, message: `Unknown method ${command.method}.` };
  }

  #oilCapacity(): number {
    return this.#settings.heightFt * this.#settings.oilBblPerFt;
  }

  #day(timeMs: number): number {
    return Math.floor(timeMs / DAY_MS + this.#settings.longitude / 360);
  }

  /** Wells flow unevenly: a slow swing over hours, slugs over minutes; and the high-level switch stops them. */
  #setInflow(state: TankState): void {
    const { seed, oilBblPerHour, waterBblPerHour, heightFt, waterBblPerFt } = this.#settings;
    const share = state.oilBbl / this.#oilCapacity();
    const waterShare = state.waterBbl / (heightFt * waterBblPerFt);
    state.shutIn = state.shutIn
      ? share > RESUME_SHARE || waterShare > RESUME_SHARE
      : share > SHUT_IN_SHARE || waterShare > SHUT_IN_SHARE;
    const swing = 1 + 0.22 * wander(seedOf(seed, 'swing'), state.timeMs, 5 * HOUR_MS);
    const slug = wander(seedOf(seed, 'slug'), state.timeMs, 7 * MINUTE_MS);
    const flow = state.shutIn ? 0 : swing * (1 + 0.35 * slug);
    state.inflow = oilBblPerHour * flow;
    state.waterInflow = waterBblPerHour * (state.shutIn ? 0 : swing * (1 - 0.2 * slug));
  }

  #setDraw(state: TankState, hours: number, pumpBblPerHour: number): void {
    const { heightFt, waterBblPerFt, oilLeavesBy, leak } = this.#settings;
    const available = Math.max(0, state.oilBbl / hours + state.inflow);
    const leaking = leak && state.timeMs >= leak.fromMs ? leak.bblPerHour : 0;
    if (oilLeavesBy === 'pump') {
      state.draw = Math.min(pumpBblPerHour, available);
    } else {
      state.oilTruckBbl = this.#truck(state, 'oil-truck', state.oilTruckBbl, state.oilBbl, this.#oilCapacity());
      state.draw = Math.min(state.oilTruckBbl > 0 ? LOADING_BBL_PER_HOUR : 0, state.oilTruckBbl / hours, available);
      const room = roomLeft(state.oilTruckBbl, state.draw * hours);
      if (state.oilTruckBbl > 0 && room === 0) state.loads += 1;
      state.oilTruckBbl = room;
    }
    state.leak = Math.min(leaking, available - state.draw);
    const waterCapacity = heightFt * waterBblPerFt;
    state.waterTruckBbl = this.#truck(state, 'water-truck', state.waterTruckBbl, state.waterBbl, waterCapacity);
    state.waterDraw = Math.min(
      state.waterTruckBbl > 0 ? LOADING_BBL_PER_HOUR : 0,
      state.waterTruckBbl / hours,
      Math.max(0, state.waterBbl / hours + state.waterInflow),
    );
    state.waterTruckBbl = roomLeft(state.waterTruckBbl, state.waterDraw * hours);
  }

  /** Room left in the truck that stands there; a new one comes some time after the level called for it. */
  #truck(state: TankState, kind: string, roomBbl: number, contentBbl: number, capacityBbl: number): number {
    const lowest = capacityBbl * LOWEST_SHARE;
    if (state.hand.loading === 'off' || contentBbl <= lowest) return 0;
    if (roomBbl > 0) return roomBbl;
    const urgency = clamp((contentBbl / capacityBbl - CALL_SHARE) / 0.22, 0, 1);
    // Fewer trucks at night: one comes in one slot of eight at best, instead of one of three.
    const hour = solarHour(state.timeMs, this.#settings.longitude);
    const byDay = hour > 6 && hour < 20 ? 0.36 : 0.13;
    const slot = Math.floor(state.timeMs / (10 * MINUTE_MS));
    const slotIsNew = state.timeMs - slot * 10 * MINUTE_MS < MINUTE_MS;
    const comes = slotIsNew && hash01(seedOf(this.#settings.seed, kind), slot) < byDay * urgency;
    return comes ? Math.min(TRUCK_BBL, contentBbl - lowest) : 0;
  }

  #moveHeat(state: TankState, dt: number): void {
    const { seed, latitude, longitude, looseWire } = this.#settings;
    state.ambientF = ambientF(seed, state.timeMs, latitude, longitude);
    // Warm oil comes in, the shell follows the day: a full tank more slowly than an empty one.
    const fill = state.oilBbl / this.#oilCapacity();
    const target = state.ambientF + 14 + (state.inflow > 0 ? 10 : 0);
    state.oilTempF = lag(state.oilTempF, target, dt, (2.5 + 9 * fill) * 3600);
    // Vapour breathes with temperature and filling; the thief hatch lets go at 8 oz.
    const breathing = 2.2 + 0.06 * (state.ambientF - 60) + (state.inflow - state.draw) * 0.004;
    state.tankPressure = lag(state.tankPressure, clamp(breathing, -0.4, 8), dt, 240);
    const hour = solarHour(state.timeMs, longitude);
    const shakes = looseWire !== undefined && hour >= looseWire.fromHour && hour < looseWire.toHour;
    state.thermometerFails = shakes && wander(seedOf(seed, 'wire'), state.timeMs, 6 * MINUTE_MS) > 0.15;
  }
}

/** A truck is full when less than a quart is missing; rounding must not keep it there. */
function roomLeft(roomBbl: number, loadedBbl: number): number {
  const left = roomBbl - loadedBbl;
  return left < 0.005 ? 0 : left;
}
