/**
 * The units that values are shown in, after NIST Special Publication 811 (2008), Guide for the Use of the International
 * System of Units, Appendix B.8 and B.9. What the publication prints to seven digits is reckoned here from the definitions
 * that it names in bold as exact; the test holds each factor to the printed one.
 */

export const DIMENSIONS = [
  'pressure',
  'pressureGradient',
  'temperature',
  'flow',
  'massFlow',
  'volume',
  'length',
  'distance',
  'size',
  'velocity',
  'penetration',
  'speed',
  'mass',
  'density',
  'force',
  'torque',
  'power',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Unit {
  /** As it is written, and stored as a choice. */
  readonly symbol: string;
  readonly dimension: Dimension;
  /** So many of the coherent SI unit are one of it. */
  readonly factor: number;
  /** In the SI unit, where its zero is another: temperatures only. */
  readonly zero: number;
  /** Which system counts it as its own. */
  readonly system: 'metric' | 'us';
  /** What it becomes for who reads in the other system. */
  readonly counterpart: string;
  /** Where the factor comes from. */
  readonly origin: string;
  /** What firmware and people write for it, without regard to case. */
  readonly names: readonly string[];
  /** What counts as it in this very spelling only: `K` is a kelvin, `k` is not. */
  readonly exact: readonly string[];
}

// Exact by definition (SP 811, B.8 in bold, and footnotes 22, 24).
export const INCH = 0.0254;
export const FOOT = 0.3048;
export const MILE = 1609.344;
export const POUND = 0.45359237;
export const GRAVITY = 9.80665;
export const GALLON = 231 * INCH ** 3;
export const BARREL = 42 * GALLON;
export const POUND_FORCE = POUND * GRAVITY;
export const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

type Told = Partial<Pick<Unit, 'zero' | 'exact'>> & Pick<Unit, 'factor' | 'counterpart' | 'origin' | 'names'>;

export const metric = (dimension: Dimension, symbol: string, told: Told): Unit =>
  unit(dimension, symbol, 'metric', told);
export const us = (dimension: Dimension, symbol: string, told: Told): Unit => unit(dimension, symbol, 'us', told);

function unit(dimension: Dimension, symbol: string, system: Unit['system'], told: Told): Unit {
  return { symbol, dimension, system, zero: 0, exact: [], ...told };
}

export const SI = 'a unit of the SI, or one that SP 811 chapter 5 accepts beside it';
