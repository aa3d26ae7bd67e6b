import { dayTimeText } from './day-time.ts';
import {
  type Expression,
  LEVEL_COMPARE,
  LEVEL_IN,
  LEVEL_NEGATE,
  LEVEL_NOT,
  LEVEL_PRIMARY,
  operatorLevels,
} from './syntax.ts';

/** Writes an expression with no more parentheses than it needs; parsed again it is the same. */
export function printExpression(expression: Expression): string {
  return print(expression, 0);
}

/** @param needed what binds less tightly stands in parentheses */
function print(expression: Expression, needed: number): string {
  const [text, level] = write(expression);
  return level < needed ? `(${text})` : text;
}

function write(expression: Expression): [text: string, level: number] {
  switch (expression.kind) {
    case 'number':
      return [String(expression.value), LEVEL_PRIMARY];
    case 'text':
      return [quote(expression.value), LEVEL_PRIMARY];
    case 'boolean':
      return [String(expression.value), LEVEL_PRIMARY];
    case 'variable':
      return [expression.name, LEVEL_PRIMARY];
    case 'negate':
      return [`-${print(expression.operand, LEVEL_NEGATE)}`, LEVEL_NEGATE];
    case 'not':
      return [`not ${print(expression.operand, LEVEL_NOT)}`, LEVEL_NOT];
    case 'binary': {
      const level = operatorLevels[expression.operator];
      const left = print(expression.left, level);
      return [`${left} ${expression.operator} ${print(expression.right, level + 1)}`, level];
    }
    case 'in':
      return [`${print(expression.value, LEVEL_COMPARE)} in (${list(expression.list)})`, LEVEL_IN];
    case 'if':
      return [`if(${list([expression.condition, expression.yes, expression.no])})`, LEVEL_PRIMARY];
    case 'call':
      return [`${expression.name}(${list(expression.args)})`, LEVEL_PRIMARY];
    case 'window':
      return [`${expression.name}(${expression.variable}, ${expression.seconds})`, LEVEL_PRIMARY];
    case 'age':
    case 'previous':
      return [`${expression.kind}(${expression.variable})`, LEVEL_PRIMARY];
    case 'held':
      return [`held(${print(expression.condition, 0)}, ${expression.seconds})`, LEVEL_PRIMARY];
    case 'counted':
      return [`${expression.name}(${print(expression.condition, 0)}, ${expression.seconds})`, LEVEL_PRIMARY];
    case 'daytime': {
      const { from, to, zone } = expression;
      const texts = [dayTimeText(from), dayTimeText(to), ...(zone === undefined ? [] : [zone])];
      return [`daytime(${texts.map(quote).join(', ')})`, LEVEL_PRIMARY];
    }
    case 'alarm':
    case 'attribute':
      return [`${expression.kind}(${quote(expression.name)})`, LEVEL_PRIMARY];
  }
}

const list = (expressions: readonly Expression[]) => expressions.map((one) => print(one, 0)).join(', ');

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

function quote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must be escaped
  const escaped = text.replaceAll(/["\\\u0000-\u001f]/g, (character) => {
    return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}
