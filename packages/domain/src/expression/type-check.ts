import { MAX_WINDOW_SECONDS } from './calls.ts';
import { ExpressionError } from './expression-error.ts';
import { type Expression, rememberedSeconds } from './syntax.ts';

/** `value`: of a data item, which may be a number or a text; only the values themselves tell. */
export type ExpressionType = 'number' | 'text' | 'boolean' | 'value';

const NAMES: Readonly<Record<ExpressionType, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'a condition',
  value: 'a value',
};

/**
 * The type of an expression.
 * @throws ExpressionError where the parts do not go together
 */
export function typeOf(expression: Expression): ExpressionType {
  switch (expression.kind) {
    case 'number':
    case 'text':
    case 'boolean':
      return expression.kind;
    case 'variable':
    case 'previous':
    case 'attribute':
      return 'value';
    case 'window':
    case 'age':
      return 'number';
    case 'daytime':
    case 'alarm':
      return 'boolean';
    case 'counted':
      requireCondition(expression.condition);
      return 'number';
    case 'negate':
      requireNumber(expression.operand);
      return 'number';
    case 'not':
      requireCondition(expression.operand);
      return 'boolean';
    case 'held':
      requireCondition(expression.condition);
      return 'boolean';
    case 'call':
      for (const argument of expression.args) requireNumber(argument);
      return 'number';
    case 'if':
      requireCondition(expression.condition);
      return typeOfEither(typeOf(expression.yes), typeOf(expression.no), expression.no.at);
    case 'in': {
      const type = typeOf(expression.value);
      for (const item of expression.list) requireSame(type, typeOf(item), item.at);
      return 'boolean';
    }
    case 'binary':
      return typeOfBinary(expression);
  }
}

/**
 * Holds an expression to being a condition, true or false.
 * @throws ExpressionError
 */
export function checkCondition(expression: Expression): void {
  const type = typeOf(expression);
  checkMemory(expression);
  if (type === 'boolean') return;
  throw new ExpressionError(expression.at, `it gives ${NAMES[type]}; a condition such as … > 0 is needed`);
}

/**
 * Holds what is counted or held one inside the other to the longest stretch.
 * @throws ExpressionError
 */
export function checkMemory(expression: Expression): void {
  if (rememberedSeconds(expression) <= MAX_WINDOW_SECONDS) return;
  const reason = `what held, count and duration look back at one inside the other is at most ${MAX_WINDOW_SECONDS} seconds`;
  throw new ExpressionError(expression.at, reason);
}

function typeOfBinary(expression: Extract<Expression, { kind: 'binary' }>): ExpressionType {
  const { operator, left, right, at } = expression;
  switch (operator) {
    case 'and':
    case 'or':
    case 'xor':
      requireCondition(left);
      requireCondition(right);
      return 'boolean';
    case '=':
    case '<>':
      requireSame(typeOf(left), typeOf(right), at);
      return 'boolean';
    case '<':
    case '>':
    case '<=':
    case '>=':
      requireNumber(left);
      requireNumber(right);
      return 'boolean';
    case '+': {
      // Each side is looked at once: a long sum would otherwise take twice as long with each of its terms.
      const [one, other] = [typeOf(left), typeOf(right)];
      if ((one === 'text' && other !== 'boolean') || (other === 'text' && one !== 'boolean')) return 'text';
      requireNumberType(one, left.at);
      requireNumberType(other, right.at);
      return 'number';
    }
    default:
      requireNumber(left);
      requireNumber(right);
      return 'number';
  }
}

function requireNumber(expression: Expression): void {
  requireNumberType(typeOf(expression), expression.at);
}

function requireNumberType(type: ExpressionType, at: number): void {
  if (type === 'number' || type === 'value') return;
  throw new ExpressionError(at, `a number is needed here, and this is ${NAMES[type]}`);
}

function requireCondition(expression: Expression): void {
  const type = typeOf(expression);
  if (type === 'boolean') return;
  throw new ExpressionError(expression.at, `a condition is needed here, and this is ${NAMES[type]}`);
}

function typeOfEither(one: ExpressionType, other: ExpressionType, at: number): ExpressionType {
  requireSame(one, other, at);
  return one === other ? one : 'value';
}

function requireSame(one: ExpressionType, other: ExpressionType, at: number): void {
  if (one === other) return;
  if (one === 'value' && other !== 'boolean') return;
  if (other === 'value' && one !== 'boolean') return;
  throw new ExpressionError(at, `${NAMES[one]} and ${NAMES[other]} cannot be compared`);
}
