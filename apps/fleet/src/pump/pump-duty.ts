import { hash01, seedOf } from '../physics/noise.ts';
import { HOUR_MS, MINUTE_MS } from '../physics/weather.ts';

/** When a pump is wanted, and how fast. `tank`: started and stopped by the level of the tank it empties. */
export type Duty =
  | { readonly kind: 'cycle'; readonly periodMinutes: number; readonly share: number; readonly speed: SpeedRange }
  | { readonly kind: 'continuous'; readonly speed: SpeedRange }
  | { readonly kind: 'tank'; readonly startShare: number; readonly stopShare: number; readonly speed: SpeedRange };

/** Share of rated speed, lowest and highest setpoint. */
export interface SpeedRange {
  readonly min: number;
  readonly max: number;
}

/** Whether the plan wants the pump at this time; `running` and the tank's level decide for a tank duty. */
export function isWanted(
  duty: Duty,
  seed: number,
  timeMs: number,
  running: boolean,
  levelShare: number | undefined,
): boolean {
  if (duty.kind === 'continuous') return true;
  if (duty.kind === 'tank') {
    if (levelShare === undefined) return running;
    return running ? levelShare > duty.stopShare : levelShare >= duty.startShare;
  }
  const periodMs = duty.periodMinutes * MINUTE_MS;
  const cycle = Math.floor(timeMs / periodMs);
  const into = timeMs / periodMs - cycle;
  const share = duty.share * (0.75 + 0.5 * hash01(seedOf(seed, 'duty'), cycle));
  return into < share;
}

/** The drive's setpoint, share of rated speed: dispatch changes it every two hours or so, in steps of one percent. */
export function plannedSpeed(duty: Duty, seed: number, timeMs: number): number {
  const slot = Math.floor(timeMs / (2.2 * HOUR_MS) + hash01(seedOf(seed, 'dispatch'), 0));
  const { min, max } = duty.speed;
  return Math.round((min + (max - min) * hash01(seedOf(seed, 'dispatch'), slot)) * 100) / 100;
}
