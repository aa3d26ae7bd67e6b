import { toDecimals } from '../physics/lag.ts';
import { jitter, seedOf } from '../physics/noise.ts';
import type { Readings } from '../world/model.ts';
import { motorCurrentA, type PumpDesign, ratedShaftKw } from './pump-curve.ts';
import type { PumpState } from './pump-state.ts';

/** Below this the drive reports no current and the flow meter no flow. */
const CREEP = 0.02;

/** What the station's instruments show: the state with each sensor's own jitter, rounded as it reports. */
export function readPump(state: PumpState, design: PumpDesign, seed: number): Readings {
  const noise = (sensor: string) => jitter(seedOf(seed, sensor), state.timeMs);
  const n = state.speedRpm / design.ratedSpeedRpm;
  const turning = n > CREEP;
  const vibration = vibrationMmS(state, n);
  const shock = shockG(state, n);
  const rough = 1 + 2.5 * state.cavitation;
  const current = turning
    ? motorCurrentA(design, state.shaftKw) + noise('current') * 0.006 * rough * ratedAmps(design)
    : 0;
  const flow = state.flowGpm > CREEP * design.ratedFlowGpm ? state.flowGpm * (1 + 0.004 * rough * noise('flow')) : 0;
  return {
    'Motor State': state.motor,
    'Motor Current': toDecimals(Math.max(0, current), 1),
    'Motor Speed': toDecimals(turning ? state.speedRpm + 1.5 * noise('speed') : 0, 0),
    'Motor Power': toDecimals(turning ? Math.max(0, state.shaftKw * 1.06 * (1 + 0.004 * noise('power'))) : 0, 1),
    'Suction Pressure': toDecimals(Math.max(0, state.suctionPsi + 0.12 * rough * noise('suction')), 2),
    'Discharge Pressure': toDecimals(Math.max(0, state.dischargePsi * (1 + 0.0015 * rough * noise('discharge'))), 1),
    'Flow Rate': toDecimals(flow, 1),
    Vibration: toDecimals(Math.max(0.02, vibration * (1 + 0.05 * rough * noise('vibration'))), 2),
    'Vibration Peak': toDecimals(Math.max(0.01, shock * (1 + 0.08 * rough * noise('shock'))), 2),
    'Vibration Trend': toDecimals(state.vibrationTrend, 3),
    'Shock Trend': toDecimals(state.shockTrend, 3),
    'Motor Temperature': toDecimals(state.motorTempF + 0.08 * noise('motor-temp'), 1),
    'Bearing Temperature': toDecimals(state.bearingTempF + 0.08 * noise('bearing-temp'), 1),
    'Ambient Temperature': toDecimals(state.ambientF + 0.05 * noise('ambient'), 1),
    'Run Hours': toDecimals(state.runHours, 2),
    'Motor Starts': state.starts,
    Energy: toDecimals(state.energyKwh, 1),
  };
}

/** Velocity, mm/s rms, at the bearing housing: new pumps 1.5 to 2, alarm zone of ISO 10816-7 from 4.5 or so. */
export function vibrationMmS(state: Pick<PumpState, 'wear' | 'cavitation'>, n: number): number {
  if (n <= CREEP) return 0.04;
  // A resonance of the skid at 42 % speed, passed on every start.
  const resonance = 2.4 * Math.exp(-(((n - 0.42) / 0.05) ** 2));
  return n * n * (1.5 + 4.6 * state.wear ** 1.6 + 3.4 * state.cavitation) + resonance;
}

/** Acceleration, g peak: shocks of a damaged bearing and of collapsing bubbles. */
export function shockG(state: Pick<PumpState, 'wear' | 'cavitation'>, n: number): number {
  if (n <= CREEP) return 0.02;
  return n * n * (0.35 + 2.1 * state.wear ** 2 + 4.2 * state.cavitation);
}

function ratedAmps(design: PumpDesign): number {
  return motorCurrentA(design, ratedShaftKw(design));
}
