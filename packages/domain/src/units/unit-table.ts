import { FORCES, LENGTHS, MASSES, SPEEDS } from './body-units.ts';
import { FLOW, MASS_FLOW, VOLUME } from './flow-units.ts';
import { PRESSURE, PRESSURE_GRADIENT, TEMPERATURE } from './heat-units.ts';
import type { Dimension, Unit } from './unit.ts';

/** Every unit that can be converted, by dimension. */
export const UNITS: readonly Unit[] = [
  ...PRESSURE,
  ...PRESSURE_GRADIENT,
  ...TEMPERATURE,
  ...FLOW,
  ...MASS_FLOW,
  ...VOLUME,
  ...LENGTHS,
  ...SPEEDS,
  ...MASSES,
  ...FORCES,
];

/** The unit that is written so, within a dimension. */
export function unitOf(dimension: Dimension, symbol: string): Unit | undefined {
  return UNITS.find((unit) => unit.dimension === dimension && unit.symbol === symbol);
}
