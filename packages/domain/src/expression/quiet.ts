import { beyond, orders } from './combiners.ts';
import type { Made, Step } from './compile.ts';
import { numberOf } from './plain-limits.ts';
import { DRIFTS, REACHES } from './quiet-windows.ts';
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
/**
 * Tells until when an expression gives the same whenever it is evaluated, as far as that can be told at little cost: who evaluates it each
 * second may then leave seconds out, and who knows between which numbers the next values lie, these as well. Needs the steps that the
 * expression was compiled to.
 */
export class Quiet {
  readonly #source: QuietSource;
  readonly #isComing: boolean;

  /** @param isComing whether values may be known to come */
  constructor(source: QuietSource, isComing: boolean) {
    this.#source = source;
    this.#isComing = isComing;
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
      case 'alarm':
        return never;
      case 'variable':
      case 'previous': {
        if (!this.#isComing) return always;
        const place = this.#source.place(expression.kind === 'variable' ? expression.name : expression.variable);
        return (outlook) => (outlook.coming(place) ? -EVER : EVER);
      }
      case 'daytime': {
        const { from, to, zone } = expression;
        return (outlook) => outlook.daytimeUntil(from, to, zone);
      }
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

  /** `avg(_A, 60) > 5`, `age(_A) > 60` and the like: as long as what can come of it lies on one side, or cannot have come to the limit. */
  #ranged(expression: Extract<Expression, { kind: 'binary' }>): Until | undefined {
    const { left, right, operator } = expression;
    const order = orders[operator];
    const limit = numberOf(right);
    if (!order || limit === undefined) return undefined;
    const { direction } = this.#source.made(expression);
    const { sign, isInclusive } = order;
    const isBeyond = (value: number, band: number) => beyond(sign * (value - limit), isInclusive, band);
    const isSame = (one: number, other: number, band: number) => isBeyond(one, band) === isBeyond(other, band);
    if (left.kind === 'variable') {
      if (!this.#isComing) return always;
      const place = this.#source.place(left.name);
      return (outlook) => {
        const coming = outlook.coming(place);
        if (!coming) return EVER;
        const now = outlook.value(place);
        const band = outlook.band * direction;
        if (typeof now !== 'number' || !Number.isFinite(now)) return -EVER;
        return isSame(now, coming.least, band) && isSame(now, coming.greatest, band) ? EVER : -EVER;
      };
    }
    if (left.kind !== 'window' && left.kind !== 'age') return undefined;
    const place = this.#source.place(left.variable);
    if (left.kind === 'age') {
      return (outlook) => {
        const seconds = outlook.age(place);
        const band = outlook.band * direction;
        // A value sets it back.
        if (outlook.coming(place) && (seconds === undefined || !isSame(seconds, 0, band))) return -EVER;
        // Else it only grows: what is past the limit stays there.
        if (seconds === undefined || isSame(seconds, EVER, band)) return EVER;
        return outlook.nowMs + (limit - sign * band - seconds) * 1_000 - 1;
      };
    }
    const { seconds, name } = left;
    const [reach, drift] = [REACHES[name], DRIFTS[name]];
    const isStep = (name === 'delta' || name === 'rate') && Number.isInteger(seconds * 1_000);
    return (outlook) => {
      const isComing = outlook.coming(place) !== undefined;
      // What is told by the first and the newest value stays until another one is the first; a rate also hangs on the length.
      const begin = isStep && !isComing ? outlook.beginSameUntil(place, seconds) : undefined;
      const sameMs = begin && (begin.isFull || name === 'delta') ? begin.untilMs : -EVER;
      if (sameMs >= outlook.wantedMs) return sameMs;
      const range = outlook.range(place, seconds);
      if (!range) return isComing ? -EVER : EVER;
      const span = { ...range, fullMs: seconds * 1_000 };
      const reached = reach(span);
      if (!reached) return sameMs;
      const band = outlook.band * direction;
      if (isSame(reached[0], reached[1], band)) return EVER;
      if (!drift) return sameMs;
      return drift(outlook.window(name, place, seconds) ?? Number.NaN, limit - sign * band, span, outlook.nowMs);
    };
  }
}

function earliest(all: readonly Until[]): Until {
  const some = all.filter((one) => one !== always);
  const [one, other] = some;
  if (!one) return always;
  if (some.includes(never)) return never;
  if (!other) return one;
  if (some.length === 2) return (outlook) => Math.min(one(outlook), other(outlook));
  return (outlook) => Math.min(...some.map((until) => until(outlook)));
}
