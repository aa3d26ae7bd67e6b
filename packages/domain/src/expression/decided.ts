import { combiners } from './combiners.ts';
import type { Step } from './compile.ts';
import { type Expression, walk } from './syntax.ts';

/** What sees every moment, whatever decides. */
const STATEFUL: ReadonlySet<Expression['kind']> = new Set(['held', 'counted']);
const has = (kinds: ReadonlySet<Expression['kind']>, expression: Expression) =>
  [...walk(expression)].some(({ kind }) => kinds.has(kind));
const LOOKING_BACK: ReadonlySet<Expression['kind']> = new Set(['window']);

/** Joins two conditions, and leaves the one that looks back alone where the other decides. */
export function decided(operator: 'and' | 'or', left: [Step, Expression], right: [Step, Expression]): Step {
  const combine = combiners[operator];
  const isLeftDear = has(LOOKING_BACK, left[1]) && !has(LOOKING_BACK, right[1]);
  const canSkip = (expression: Expression) => !has(STATEFUL, expression);
  const [[first], [second, last]] = isLeftDear && canSkip(left[1]) ? [right, left] : [left, right];
  if (!canSkip(last)) return (readings) => combine(first(readings), second(readings), 0);
  const decides = operator === 'or';
  return (readings) => {
    const outcome = first(readings);
    return outcome === decides ? decides : combine(outcome, second(readings), 0);
  };
}
