import { toDecimals } from '../physics/lag.ts';
import { jitter, seedOf } from '../physics/noise.ts';
import type { Readings } from '../world/model.ts';
import type { TankSettings } from './tank-model.ts';
import type { BatteryState, TankState } from './tank-state.ts';

/** What the battery's instruments show. Levels come from radar gauges, flows from turbine meters. */
export function readTank(state: TankState, settings: TankSettings): Readings {
  const noise = (sensor: string) => jitter(seedOf(settings.seed, sensor), state.timeMs);
  const levelFt = Math.max(0, state.oilBbl / settings.oilBblPerFt + 0.006 * noise('level'));
  const waterFt = Math.max(0, state.waterBbl / settings.waterBblPerFt + 0.006 * noise('water'));
  const metered = (flow: number, sensor: string) => (flow > 1 ? flow * (1 + 0.008 * noise(sensor)) : 0);
  return {
    'Battery State': batteryState(state, settings),
    'Oil Level': toDecimals(levelFt, 2),
    'Oil Level Percent': toDecimals((levelFt / settings.heightFt) * 100, 1),
    'Oil Volume': toDecimals(levelFt * settings.oilBblPerFt, 0),
    'Water Level': toDecimals(waterFt, 2),
    'Oil Temperature': toDecimals(state.oilTempF + 0.06 * noise('temperature'), 1),
    'Ambient Temperature': toDecimals(state.ambientF + 0.05 * noise('ambient'), 1),
    Inflow: toDecimals(metered(state.inflow, 'inflow'), 1),
    Draw: toDecimals(metered(state.draw, 'draw'), 1),
    'Tank Pressure': toDecimals(state.tankPressure + 0.03 * noise('pressure'), 2),
    'Loads Today': state.loads,
  };
}

function batteryState(state: TankState, settings: TankSettings): BatteryState {
  if (state.shutIn) return 'Shut in, high level';
  if (state.draw > 0) return settings.oilLeavesBy === 'truck' ? 'Loading truck' : 'Pumping out';
  return 'Filling';
}
