import { beyond, orders } from './combiners.ts';
import type { Made, Step } from './compile.ts';
import type { Outlook } from './readings.ts';
import { type Expression, partsOf, walk } from './syntax.ts';

/** Until when a part stays what it is, exclusively. */
type Until = (outlook: Outlook) => number;

interface Side {
  readonly until: Until;
  readonly step: Step;
}

export interface QuietSource {
  made(expression: Expression): Made;
  place(variable: string): number;
  readonly memories: ReadonlyMap<Expression, number>;
}

const EVER = Number.POSITIVE_INFINITY;
const always: Until = () => EVER;
const never: Until = () => -EVER;
/** Sums over time lie between the least and the greatest value but for rounding. */
const ROUNDING = 1e-9;
const COARSE = 1e-6;
const RANGED: ReadonlySet<string> = new Set(['avg', 'min', 'max', 'stddev']);

/**
 * Tells until when an expression gives the same whenever it is evaluated, as far as that can be told at little cost: who evaluates it each
 * second may then leave seconds out. Needs the steps that the expression was compiled to.
 */
export class Quiet {
  readonly #source: QuietSource;

  constructor(source: QuietSource) {
    this.#source = source;
  }

  /** Until when the outcome is the same, and what `held` and counted conditions remember as well. */
  of(expression: Expression): Until {
    const memories = [...walk(expression)].flatMap((part) => {
      if (part.kind === 'held') return [this.#outcome(part.condition)];
      if (part.kind !== 'counted') return [];
      const place = this.#source.memories.get(part) as number;
      return [this.#outcome(part.condition), (outlook: Outlook) => outlook.nowMs + outlook.countedApartMs(place)];
    });
    return earliest([this.#outcome(expression), ...memories]);
  }

  #outcome(expression: Expression): Until {
    switch (expression.kind) {
      case 'window':
      case 'age':
      case 'daytime':
      case 'alarm':
        return never;
      case 'held': {
        const place = this.#source.memories.get(expression) as number;
        const { seconds, condition } = expression;
        return earliest([this.#outcome(condition), (outlook) => outlook.heldUntil(place, seconds)]);
      }
      case 'counted': {
        const place = this.#source.memories.get(expression) as number;
        return earliest([this.#outcome(expression.condition), (outlook) => outlook.countedUntil(place)]);
      }
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === 'and' || operator === 'or') return this.#joined(operator === 'or', left, right);
        return this.#ranged(expression) ?? earliest([this.#outcome(left), this.#outcome(right)]);
      }
      default:
        return earliest(partsOf(expression).map((part) => this.#outcome(part)));
    }
  }

  /** What one side decides stays so for as long as that side does. */
  #joined(decides: boolean, left: Expression, right: Expression): Until {
    const sides = [left, right].map((side) => ({ until: this.#outcome(side), step: this.#source.made(side).step }));
    // What nothing but a value changes, first: where that decides, the rest need not be looked at.
    const [{ until: one, step: first }, { until: other, step: second }] = (
      sides[1]?.until === always ? sides.toReversed() : sides
    ) as [Side, Side];
    if (other === always) return always;
    return (outlook) => {
      const isFirst = first(outlook) === decides;
      if (isFirst && one === always) return EVER;
      const isSecond = second(outlook) === decides;
      if (isFirst && isSecond) return Math.max(one(outlook), other(outlook));
      if (isFirst) return one(outlook);
      return isSecond ? other(outlook) : Math.min(one(outlook), other(outlook));
    };
  }

  /** `avg(_A, 60) > 5` and the like: as long as all values of that time lie on one side, or the answer cannot have come to the limit. */
  #ranged(expression: Extract<Expression, { kind: 'binary' }>): Until | undefined {
    const { left, right, operator } = expression;
    const order = orders[operator];
    if (!order || left.kind !== 'window' || right.kind !== 'number' || !RANGED.has(left.name)) return undefined;
    const place = this.#source.place(left.variable);
    const { direction } = this.#source.made(expression);
    const { sign, isInclusive } = order;
    const { value: limit } = right;
    const { seconds, name } = left;
    return (outlook) => {
      const range = outlook.range(place, seconds);
      if (!range) return EVER;
      const { least, greatest } = range;
      const slack = ROUNDING * (Math.abs(least) + Math.abs(greatest));
      const band = outlook.band * direction;
      const isBeyond = (value: number) => beyond(sign * (value - limit), isInclusive, band);
      const [low, high] = name === 'stddev' ? [0, greatest - least] : [least, greatest];
      if (isBeyond(low - slack) === isBeyond(high + slack)) return EVER;
      const drift = DRIFTS[name];
      if (!drift) return -EVER;
      const turnsAt = limit - sign * band;
      return drift(outlook.window(name, place, seconds) ?? Number.NaN, turnsAt, { ...range, slack }, outlook.nowMs);
    };
  }
}

type Drift = (
  value: number,
  turnsAt: number,
  range: { readonly least: number; readonly greatest: number; readonly ms: number; readonly slack: number },
  nowMs: number,
) => number;

/** When an answer can have come to where a comparison turns, at the earliest: while one value holds, a stretch of time has only so much of it. */
const DRIFTS: Readonly<Record<string, Drift>> = {
  /** In each of `ms` it moves by the range at most. */
  avg: (value, turnsAt, { least, greatest, ms, slack }, nowMs) => {
    const apart = Math.abs(value - turnsAt) - slack;
    return apart > 0 ? nowMs + (ms * apart) / (greatest - least) : -EVER;
  },
  /** The square moves by the square of the range at most. */
  stddev: (value, turnsAt, { least, greatest, ms, slack }, nowMs) => {
    const square = (greatest - least) ** 2;
    const apart =
      Math.abs(value ** 2 - turnsAt ** 2) - COARSE * square - slack * (Math.abs(least) + Math.abs(greatest));
    return apart > 0 && turnsAt >= 0 ? nowMs + (ms * apart) / square : -EVER;
  },
};

function earliest(all: readonly Until[]): Until {
  const some = all.filter((one) => one !== always);
  const [one, other] = some;
  if (!one) return always;
  if (some.includes(never)) return never;
  if (!other) return one;
  if (some.length === 2) return (outlook) => Math.min(one(outlook), other(outlook));
  return (outlook) => Math.min(...some.map((until) => until(outlook)));
}
