export interface RigState {
  timeMs: number;
  activity: number;
  plug: number;
  jobIndex: number;
  jobStartMs: number;
  depthFt: number;
  blockFt: number;
  hookLoadKlbf: number;
  torqueFtLbf: number;
  rotaryRpm: number;
  strokesPerMinute: number;
  pumpPressurePsi: number;
  wellheadPsi: number;
  pitBbl: number;
  gasPercent: number;
  strokeCounts: number;
  engineHours: number;
  pumpHours: number;
}
