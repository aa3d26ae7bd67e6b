/**
 * One step of a first-order lag, exact for a target that stays constant during the step, so that ten steps of 1 s and
 * one of 10 s end at the same value.
 */
export function lag(value: number, target: number, dtSeconds: number, timeConstantSeconds: number): number {
  return target + (value - target) * Math.exp(-dtSeconds / timeConstantSeconds);
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** Moves towards a target by at most `ratePerSecond`. */
export function ramp(value: number, target: number, dtSeconds: number, ratePerSecond: number): number {
  const step = ratePerSecond * dtSeconds;
  return value < target ? Math.min(target, value + step) : Math.max(target, value - step);
}

/** Rounds as an instrument reports, e.g. `toDecimals(1.2345, 2)` is 1.23; never negative zero. */
export function toDecimals(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}
