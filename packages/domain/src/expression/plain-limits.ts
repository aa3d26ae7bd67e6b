import type { BinaryOperator, Expression } from './syntax.ts';

export type LimitOperator = '<' | '<=' | '>' | '>=';

/** `_Pressure > 300`: the value of a variable on whose one side a condition is true. */
export interface PlainLimit {
  /** As it is spelt. */
  readonly variable: string;
  readonly operator: LimitOperator;
  readonly value: number;
}

const MIRRORED: Readonly<Record<LimitOperator, LimitOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/**
 * The limits of a condition that is nothing but comparisons of one variable with a number each, joined by `or`, and perhaps
 * held for a time; empty for every other condition: what depends on more than one value has no limit to be drawn.
 */
export function plainLimits(condition: Expression): readonly PlainLimit[] {
  if (condition.kind === 'held') return plainLimits(condition.condition);
  if (condition.kind !== 'binary') return [];
  const { operator, left, right } = condition;
  if (operator === 'or') {
    const [one, other] = [plainLimits(left), plainLimits(right)];
    return one.length === 0 || other.length === 0 ? [] : [...one, ...other];
  }
  if (!isLimit(operator)) return [];
  const [leftValue, rightValue] = [numberOf(left), numberOf(right)];
  if (left.kind === 'variable' && rightValue !== undefined) {
    return [{ variable: left.name, operator, value: rightValue }];
  }
  if (right.kind === 'variable' && leftValue !== undefined) {
    return [{ variable: right.name, operator: MIRRORED[operator], value: leftValue }];
  }
  return [];
}

function isLimit(operator: BinaryOperator): operator is LimitOperator {
  return Object.hasOwn(MIRRORED, operator);
}

/** A plain number, with or without a sign; undefined: it is something else. */
export function numberOf(expression: Expression): number | undefined {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind !== 'negate') return undefined;
  const value = numberOf(expression.operand);
  return value === undefined ? undefined : -value;
}
