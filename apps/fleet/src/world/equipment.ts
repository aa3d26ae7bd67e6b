import { hash01 } from '../physics/noise.ts';
import type { PumpDesign } from '../pump/pump-curve.ts';
import type { WellPlan } from '../rig/job-schedule.ts';

/** Multistage centrifugal pumps as they stand in gathering, disposal and water transfer. */
export const pumpDesigns = {
  transfer: {
    ratedSpeedRpm: 3560,
    ratedFlowGpm: 620,
    ratedHeadFt: 940,
    ratedEfficiency: 0.74,
    staticHeadFt: 420,
    specificGravity: 0.84,
    motorVolts: 480,
  },
  injection: {
    ratedSpeedRpm: 3560,
    ratedFlowGpm: 480,
    ratedHeadFt: 2_350,
    ratedEfficiency: 0.7,
    staticHeadFt: 1_300,
    specificGravity: 1.08,
    motorVolts: 2_300,
  },
  booster: {
    ratedSpeedRpm: 1780,
    ratedFlowGpm: 148,
    ratedHeadFt: 410,
    ratedEfficiency: 0.66,
    staticHeadFt: 190,
    specificGravity: 0.83,
    motorVolts: 480,
  },
  water: {
    ratedSpeedRpm: 1785,
    ratedFlowGpm: 1_150,
    ratedHeadFt: 385,
    ratedEfficiency: 0.78,
    staticHeadFt: 170,
    specificGravity: 1.0,
    motorVolts: 480,
  },
} as const satisfies Record<string, PumpDesign>;

interface Pad {
  readonly plan: (jobIndex: number) => WellPlan;
  readonly pad: (jobIndex: number) => string;
  readonly name: (jobIndex: number) => string;
  readonly wellPsi: number;
}

/** Wells of a pad are near copies of each other; numbers go 1H, 2H, 3H, and on to the next pad. */
function pad(names: readonly string[], base: WellPlan, wellPsi: number): Pad {
  const padOf = (jobIndex: number) => names[Math.floor(jobIndex / 3) % names.length] ?? '';
  return {
    wellPsi,
    pad: padOf,
    name: (jobIndex) => `${padOf(jobIndex)} ${(jobIndex % 3) + 1}H`,
    plan: (jobIndex) => ({
      ...base,
      totalDepthFt: Math.round(base.totalDepthFt + 900 * (hash01(wellPsi, jobIndex) - 0.5)),
      plugs: base.plugs + Math.round(6 * (hash01(wellPsi + 1, jobIndex) - 0.5)),
    }),
  };
}

export const wells = {
  'SU-4104': pad(
    ['Mesquite Draw', 'Caprock State', 'Windlass'],
    {
      kickOffFt: 8_900,
      totalDepthFt: 19_880,
      productionTubingFt: 8_650,
      plugs: 42,
      bopCount: 4,
      highPressure: false,
      rigUpHours: 9,
      rigOverHours: 5,
      circulationHours: 3,
    },
    1_450,
  ),
  'SU-4211': pad(
    ['Redbud', 'Cottonwood Creek', 'Longhorn'],
    {
      kickOffFt: 9_700,
      totalDepthFt: 18_240,
      productionTubingFt: 9_400,
      plugs: 36,
      bopCount: 5,
      highPressure: true,
      rigUpHours: 9,
      rigOverHours: 5,
      circulationHours: 4,
    },
    2_650,
  ),
  'SU-4307': pad(
    ['Laurel Run', 'Hickory Ridge', 'Tenmile'],
    {
      kickOffFt: 7_350,
      totalDepthFt: 17_560,
      productionTubingFt: 7_100,
      plugs: 46,
      bopCount: 4,
      highPressure: true,
      rigUpHours: 9,
      rigOverHours: 5,
      circulationHours: 3,
    },
    3_100,
  ),
} as const satisfies Record<string, Pad>;

/** The rigs on those wells; the first job of each began some hours before the world did. */
export const RIGS = [
  { serialNumber: 'SU-4104', seed: 4104, hoursBefore: 30, kicks: false },
  { serialNumber: 'SU-4211', seed: 4211, hoursBefore: 55, kicks: true },
  { serialNumber: 'SU-4307', seed: 4307, hoursBefore: 12, kicks: false },
] as const;
