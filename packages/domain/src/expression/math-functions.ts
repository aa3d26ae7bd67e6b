import type { MathFunction } from './syntax.ts';

/** Half goes to the even neighbour, as .NET's Math.Round does: 2.5 is 2, 3.5 is 4. */
function roundHalfEven(value: number, digits = 0): number {
  const scale = 10 ** Math.min(15, Math.max(0, Math.trunc(digits)));
  const scaled = value * scale;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest === 0.5 ? floor + (Math.abs(floor % 2) === 1 ? 1 : 0) : Math.round(scaled);
  return rounded / scale;
}

/** The functions of numbers; angles are in radians, `log` without a base is the natural one. */
export const mathImplementations: Readonly<Record<MathFunction, (a: number, b?: number) => number>> = {
  abs: (a) => Math.abs(a),
  ceiling: (a) => Math.ceil(a),
  floor: (a) => Math.floor(a),
  round: (a, b) => roundHalfEven(a, b),
  sqrt: (a) => Math.sqrt(a),
  pow: (a, b) => a ** (b as number),
  exp: (a) => Math.exp(a),
  log: (a, b) => (b === undefined ? Math.log(a) : Math.log(a) / Math.log(b)),
  log10: (a) => Math.log10(a),
  sin: (a) => Math.sin(a),
  cos: (a) => Math.cos(a),
  tan: (a) => Math.tan(a),
  asin: (a) => Math.asin(a),
  acos: (a) => Math.acos(a),
  atan: (a) => Math.atan(a),
  min: (a, b) => Math.min(a, b as number),
  max: (a, b) => Math.max(a, b as number),
  sign: (a) => Math.sign(a),
  truncate: (a) => Math.trunc(a),
};
