export type MotorState = 'Stopped' | 'Starting' | 'Running' | 'Stopping' | 'Tripped' | 'Maintenance';

export interface PumpState {
  timeMs: number;
  motor: MotorState;
  speedRpm: number;
  setpointRpm: number;
  flowGpm: number;
  suctionPsi: number;
  dischargePsi: number;
  shaftKw: number;
  motorTempF: number;
  bearingTempF: number;
  ambientF: number;
  /** 0 fresh from the shop, 1 worn out. */
  wear: number;
  /** Vibration and shocks while running, averaged over half an hour; they stand still while the pump does. */
  vibrationTrend: number;
  shockTrend: number;
  /** 0 none, 1 the pump is starved. */
  cavitation: number;
  runHours: number;
  energyKwh: number;
  starts: number;
  /** End of a trip's cool-down or of maintenance; 0 when neither. */
  outUntilMs: number;
  /** Since when the suction has been too low to go on; 0 when it is not. */
  starvedSinceMs: number;
  /** What an operator asked for; null leaves it to the plan. */
  hand: { run: 'auto' | 'on' | 'off'; speed: number | null };
}
