/** A centrifugal pump and the line it pumps into, at rated speed. */
export interface PumpDesign {
  readonly ratedSpeedRpm: number;
  readonly ratedFlowGpm: number;
  readonly ratedHeadFt: number;
  /** Hydraulic efficiency at the best point, 0 to 1. */
  readonly ratedEfficiency: number;
  /** Head of the line at no flow; the rest of the rated head is friction. */
  readonly staticHeadFt: number;
  readonly specificGravity: number;
  readonly motorVolts: number;
}

export interface OperatingPoint {
  readonly flowGpm: number;
  readonly headFt: number;
  readonly efficiency: number;
  readonly shaftKw: number;
}

/** Head at no flow over rated head: how steep the curve is. */
const SHUT_OFF_RATIO = 1.24;
/** Head lost by a pump that is worn out: opened wear rings let the liquid run back. */
const WEAR_HEAD_LOSS = 0.14;
const WEAR_EFFICIENCY_LOSS = 0.16;
/** gpm × ft / 3960 is water horsepower. */
const GPM_FT_PER_HP = 3960;
const KW_PER_HP = 0.7457;
const FT_PER_PSI = 2.31;

export const headToPsi = (headFt: number, specificGravity: number) => (headFt * specificGravity) / FT_PER_PSI;
export const gpmToBblPerHour = (gpm: number) => (gpm * 60) / 42;

/**
 * Where the pump's curve meets the line's. The curve is a parabola, H = H0·n² − a·Q²; with n the speed over rated
 * speed this obeys the affinity laws: flow goes with n, head with n², power with n³ wherever the line's static head
 * leaves it. `linePressure` scales the static head (other pumps on the same line push it up and down).
 */
export function operatingPoint(
  design: PumpDesign,
  speedRpm: number,
  wear: number,
  linePressure: number,
): OperatingPoint {
  const n = speedRpm / design.ratedSpeedRpm;
  const shutOffFt = design.ratedHeadFt * SHUT_OFF_RATIO * n * n * (1 - WEAR_HEAD_LOSS * wear);
  const a = (design.ratedHeadFt * (SHUT_OFF_RATIO - 1)) / design.ratedFlowGpm ** 2;
  const friction = (design.ratedHeadFt - design.staticHeadFt) / design.ratedFlowGpm ** 2;
  const staticFt = design.staticHeadFt * linePressure;
  const flowGpm = Math.sqrt(Math.max(0, shutOffFt - staticFt) / (a + friction));
  const headFt = shutOffFt - a * flowGpm * flowGpm;
  const efficiency = efficiencyAt(design, flowGpm, n, wear);
  const waterKw = (flowGpm * headFt * design.specificGravity * KW_PER_HP) / GPM_FT_PER_HP;
  // Churning against a shut check valve still costs power: about a third of the rated power at rated speed.
  const churnKw = 0.32 * ratedShaftKw(design) * n ** 3;
  return { flowGpm, headFt, efficiency, shaftKw: Math.max(churnKw, waterKw / efficiency) };
}

export function ratedShaftKw(design: PumpDesign): number {
  const waterHp = (design.ratedFlowGpm * design.ratedHeadFt * design.specificGravity) / GPM_FT_PER_HP;
  return (waterHp * KW_PER_HP) / design.ratedEfficiency;
}

/** Best at the rated flow of this speed, falling off as a parabola to both sides. */
function efficiencyAt(design: PumpDesign, flowGpm: number, n: number, wear: number): number {
  const share = n > 0.01 ? flowGpm / (design.ratedFlowGpm * n) : 0;
  const shape = 1 - 0.85 * (share - 1) ** 2;
  return Math.max(0.12, design.ratedEfficiency * shape * (1 - WEAR_EFFICIENCY_LOSS * wear));
}

/** Line current of the three-phase motor behind a drive. */
export function motorCurrentA(design: PumpDesign, shaftKw: number): number {
  const motorEfficiency = 0.945;
  const powerFactor = 0.87;
  return (shaftKw * 1000) / (Math.sqrt(3) * design.motorVolts * motorEfficiency * powerFactor);
}
