/** What the attributes of a rig say of its job (spec 1 §3); null: nothing that can be read. */
export interface WellPlan {
  readonly totalDepthFt: number | null;
  readonly killDepthFt: number | null;
  readonly productionDepthFt: number | null;
  readonly bopCount: number | null;
  readonly rigUpHours: number;
  readonly circulationHours: number | null;
  readonly isHighPressure: boolean;
}

export const JOINT_FT = 31;
const RIG_UP_HOURS = 9;

/** @param attribute the value of an attribute of the rig, without regard to case */
export function wellPlanOf(attribute: (name: string) => string | undefined): WellPlan {
  const number = (name: string) => positive(attribute(name));
  return {
    totalDepthFt: number('Total Depth (ft)'),
    killDepthFt: number('Kill Depth (ft)'),
    productionDepthFt: number('Prod. Tubing Depth (ft)'),
    bopCount: number('BOP Count'),
    rigUpHours: number('Rig Up Time') ?? RIG_UP_HOURS,
    circulationHours: number('Circulation Time'),
    isHighPressure: /^\s*(true|yes|1)\s*$/i.test(attribute('High Pressure') ?? ''),
  };
}

/** `18,400` and ` 18400 ` are numbers; what is none, or below zero, is nothing. */
function positive(text: string | undefined): number | null {
  const plain = text?.replace(/(\d),(?=\d{3}\b)/g, '$1').trim();
  const value = plain === undefined || plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
