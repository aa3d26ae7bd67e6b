/** Functions of numbers, those of .NET's Math (spec 3 §13). */
export const mathFunctions = [
  'abs',
  'ceiling',
  'floor',
  'round',
  'sqrt',
  'pow',
  'exp',
  'log',
  'log10',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'min',
  'max',
  'sign',
  'truncate',
] as const;
export type MathFunction = (typeof mathFunctions)[number];

/** Functions of a variable over the last so many seconds (spec 3 §7). */
export const windowFunctions = ['avg', 'min', 'max', 'rate', 'delta', 'stddev', 'slope', 'integral'] as const;
export type WindowFunction = (typeof windowFunctions)[number];

/** Functions of a condition over the last so many seconds: how often it came true, and for how long it was. */
export const countFunctions = ['count', 'duration'] as const;
export type CountFunction = (typeof countFunctions)[number];

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | '='
  | '<>'
  | '<'
  | '>'
  | '<='
  | '>='
  | 'and'
  | 'or'
  | 'xor';

/** A parsed expression: closed, there is no way in it to name anything but variables and the functions above. */
export type Expression = { readonly at: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'in'; readonly value: Expression; readonly list: readonly Expression[] }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | { readonly kind: 'call'; readonly name: MathFunction; readonly args: readonly Expression[] }
  | {
      readonly kind: 'window';
      readonly name: WindowFunction;
      readonly variable: string;
      readonly seconds: number;
    }
  | { readonly kind: 'age'; readonly variable: string }
  /** The value before the current one. */
  | { readonly kind: 'previous'; readonly variable: string }
  | { readonly kind: 'held'; readonly condition: Expression; readonly seconds: number }
  | {
      readonly kind: 'counted';
      readonly name: CountFunction;
      readonly condition: Expression;
      readonly seconds: number;
    }
  /** Between two times of the day, minutes since midnight; without a zone in that of the asset. */
  | { readonly kind: 'daytime'; readonly from: number; readonly to: number; readonly zone?: string }
  /** Whether another alarm of the same asset is raised. */
  | { readonly kind: 'alarm'; readonly name: string }
  | { readonly kind: 'attribute'; readonly name: string }
);

/**
 * How tightly operators bind, loosest first: the order of Flee's grammar. `not` stands between `and` and `in`; the sign
 * binds tighter than `^`, so -2^2 is 4; operators of one level go from left to right, so 2^3^2 is 64.
 */
export const LEVEL_NOT = 4;
export const LEVEL_IN = 5;
export const LEVEL_COMPARE = 6;
export const LEVEL_NEGATE = 10;
export const LEVEL_PRIMARY = 11;

export const operatorLevels: Readonly<Record<BinaryOperator, number>> = {
  xor: 1,
  or: 2,
  and: 3,
  '=': LEVEL_COMPARE,
  '<>': LEVEL_COMPARE,
  '<': LEVEL_COMPARE,
  '>': LEVEL_COMPARE,
  '<=': LEVEL_COMPARE,
  '>=': LEVEL_COMPARE,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
  '^': 9,
};

/** The parts of an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'negate':
    case 'not':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'in':
      return [expression.value, ...expression.list];
    case 'if':
      return [expression.condition, expression.yes, expression.no];
    case 'call':
      return expression.args;
    case 'held':
    case 'counted':
      return [expression.condition];
    default:
      return [];
  }
}

/** The expression and everything below it. */
export function* walk(expression: Expression): Generator<Expression> {
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...partsOf(next).toReversed());
  }
}

/** How far back conditions that are held or counted reach, s; what is held may itself hold something. */
export function rememberedSeconds(expression: Expression): number {
  const within = Math.max(0, ...partsOf(expression).map(rememberedSeconds));
  return expression.kind === 'held' || expression.kind === 'counted' ? within + expression.seconds : within;
}
