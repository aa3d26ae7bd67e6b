import { parseExpression } from './parser.ts';
import type { BinaryOperator, Expression } from './syntax.ts';
import { walk } from './syntax.ts';
import { tokenize } from './tokenizer.ts';

/** A number that something is compared with, and where it stands in the text. */
export interface LimitPlace {
  readonly value: number;
  /** The characters that make it: the first, and the one behind the last. */
  readonly start: number;
  readonly end: number;
  /** The variable, where it is one alone that is compared. */
  readonly variable: string | undefined;
}

const COMPARING: ReadonlySet<BinaryOperator> = new Set(['<', '<=', '>', '>=']);

/**
 * The limits in an expression, in the order of the text: numbers on one side of a comparison whose other side is none.
 * @throws ExpressionError when the text is no expression
 */
export function limitPlaces(text: string): readonly LimitPlace[] {
  const ends = new Map(tokenize(text).map(({ at, spelt }) => [at, at + spelt.length]));
  const places: LimitPlace[] = [];
  for (const part of walk(parseExpression(text))) {
    if (part.kind !== 'binary' || !COMPARING.has(part.operator)) continue;
    const [left, right] = [numberIn(part.left), numberIn(part.right)];
    if ((left === undefined) === (right === undefined)) continue;
    const [found, node, other] = left === undefined ? [right, part.right, part.left] : [left, part.left, part.right];
    if (found === undefined) continue;
    const variable = other.kind === 'variable' ? other.name : undefined;
    places.push({ value: found.value, start: node.at, end: ends.get(found.at) ?? found.at, variable });
  }
  return places.sort((a, b) => a.start - b.start);
}

/** The text with another number in a place. */
export function withLimit(text: string, { start, end }: Pick<LimitPlace, 'start' | 'end'>, value: number): string {
  return `${text.slice(0, start)}${numberText(value)}${text.slice(end)}`;
}

/** A number as people write it: without what floating point adds to it. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(12)));
}

function numberIn(expression: Expression): { value: number; at: number } | undefined {
  if (expression.kind === 'number') return { value: expression.value, at: expression.at };
  if (expression.kind !== 'negate') return undefined;
  const found = numberIn(expression.operand);
  return found && { value: -found.value, at: found.at };
}
