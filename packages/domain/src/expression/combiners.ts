import type { BinaryOperator } from './syntax.ts';

/** What an evaluation gives; undefined: it cannot be told, for lack of a value or of a number that is one. */
export type Outcome = number | string | boolean | undefined;

/** The longest text that an evaluation makes. */
const MAX_TEXT = 10_000;

/** Numbers that are none (0/0, 1/0, log of -1) make an outcome that cannot be told: an alarm never fires on them. */
export function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

export type Combine = (left: Outcome, right: Outcome, band: number) => Outcome;

const ofNumbers =
  (run: (a: number, b: number) => number): Combine =>
  (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? finite(run(a, b)) : undefined;

/**
 * Compares how far a value is beyond its limit. With a positive band it counts as beyond until it is back by more than
 * the band; with a negative one (below a `not`) it counts as beyond only when it is so by more than the band.
 */
export const beyond = (distance: number, isInclusive: boolean, band: number): boolean => {
  if (band > 0) return distance >= -band;
  if (band < 0) return distance > -band;
  return isInclusive ? distance >= 0 : distance > 0;
};

interface Order {
  /** 1 where more is beyond, -1 where less is. */
  readonly sign: 1 | -1;
  readonly isInclusive: boolean;
}

const ORDERS = {
  '<': { sign: -1, isInclusive: false },
  '>': { sign: 1, isInclusive: false },
  '<=': { sign: -1, isInclusive: true },
  '>=': { sign: 1, isInclusive: true },
} as const;

/** How the operators that compare by order do so. */
export const orders: Readonly<Partial<Record<BinaryOperator, Order>>> = ORDERS;

const ofOrder =
  ({ sign, isInclusive }: Order): Combine =>
  (a, b, band) =>
    typeof a === 'number' && typeof b === 'number' ? beyond(sign * (a - b), isInclusive, band) : undefined;

export function join(a: Outcome, b: Outcome): Outcome {
  if (a === undefined || b === undefined) return undefined;
  const text = `${a}${b}`;
  return text.length > MAX_TEXT ? undefined : text;
}

function isEqual(a: Outcome, b: Outcome, band: number): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (typeof a === 'number' && typeof b === 'number' && band > 0) return Math.abs(a - b) <= band;
  return a === b;
}

/** Three-valued logic: what cannot be told stays so unless the other side decides (`true or unknown` is true). */
export const combiners: Readonly<Record<BinaryOperator, Combine>> = {
  '+': ofNumbers((a, b) => a + b),
  '-': ofNumbers((a, b) => a - b),
  '*': ofNumbers((a, b) => a * b),
  '/': ofNumbers((a, b) => a / b),
  '%': ofNumbers((a, b) => a % b),
  '^': ofNumbers((a, b) => a ** b),
  '<': ofOrder(ORDERS['<']),
  '>': ofOrder(ORDERS['>']),
  '<=': ofOrder(ORDERS['<=']),
  '>=': ofOrder(ORDERS['>=']),
  '=': (a, b, band) => isEqual(a, b, band),
  '<>': (a, b, band) => {
    const equal = isEqual(a, b, -band);
    return equal === undefined ? undefined : !equal;
  },
  and: (a, b) => (a === false || b === false ? false : a === undefined || b === undefined ? undefined : true),
  or: (a, b) => (a === true || b === true ? true : a === undefined || b === undefined ? undefined : false),
  xor: (a, b) => (a === undefined || b === undefined ? undefined : a !== b),
};
