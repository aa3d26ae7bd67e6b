import { ACTIVITY, activityName } from '@telltale/domain/field/activities.ts';
import { toDecimals } from '../physics/lag.ts';
import { jitter, seedOf } from '../physics/noise.ts';
import type { Readings } from '../world/model.ts';
import type { RigState } from './rig-state.ts';

/** What the rig's data recorder shows. `Activity` is the key of spec 1 §9; `Current Task` says it in words. */
export function readRig(state: RigState, seed: number): Readings {
  const noise = (sensor: string) => jitter(seedOf(seed, sensor), state.timeMs);
  const pumping = state.strokesPerMinute > 0;
  const turning = state.rotaryRpm > 1;
  return {
    Activity: state.activity,
    'Current Task': task(state),
    'Hook Load': toDecimals(Math.max(0, state.hookLoadKlbf + 0.18 * noise('hook')), 1),
    'Block Position': toDecimals(Math.max(0, state.blockFt + 0.02 * noise('block')), 2),
    Depth: toDecimals(state.depthFt, 1),
    Torque: toDecimals(turning ? Math.max(0, state.torqueFtLbf + 45 * noise('torque')) : 0, 0),
    'Rotary Speed': toDecimals(turning ? Math.max(0, state.rotaryRpm + 0.6 * noise('rotary')) : 0, 0),
    'Pump Strokes': toDecimals(pumping ? Math.max(0, state.strokesPerMinute + 0.4 * noise('strokes')) : 0, 1),
    'Pump Pressure': toDecimals(pumping ? Math.max(0, state.pumpPressurePsi * (1 + 0.006 * noise('pump'))) : 0, 0),
    'Wellhead Pressure': toDecimals(Math.max(0, state.wellheadPsi + 3 * noise('wellhead')), 0),
    'Pit Volume': toDecimals(state.pitBbl + 0.25 * noise('pit'), 1),
    'Total Gas': toDecimals(state.gasPercent, 2),
    'Stroke Counts': toDecimals(state.strokeCounts, 0),
    'Engine Hours': toDecimals(state.engineHours, 2),
    'Pump Hours': toDecimals(state.pumpHours, 2),
    'Current Plug': state.plug,
  };
}

function task(state: RigState): string {
  const name = activityName(state.activity);
  const milling = state.activity === ACTIVITY.drill || state.activity === ACTIVITY.washdown;
  return milling && state.plug > 0 ? `${name}, plug ${state.plug}` : name;
}
