export type BatteryState = 'Filling' | 'Loading truck' | 'Pumping out' | 'Shut in, high level';

export interface TankState {
  timeMs: number;
  /** Barrels in the oil tanks and in the water tank. */
  oilBbl: number;
  waterBbl: number;
  /** Barrels per hour of the last step; level changes by exactly these. */
  inflow: number;
  draw: number;
  leak: number;
  waterInflow: number;
  waterDraw: number;
  oilTempF: number;
  ambientF: number;
  tankPressure: number;
  /** A truck's load in progress: barrels that it still has room for; 0 when none stands there. */
  oilTruckBbl: number;
  waterTruckBbl: number;
  /** The wells stopped by the high-level switch, until the level is well below it again. */
  shutIn: boolean;
  loads: number;
  thermometerFails: boolean;
  hand: { loading: 'auto' | 'off' };
}
