import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';

/** A place in a text: where the cursor is, or what is marked. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The part of a variable's name that stands before the cursor; undefined where no variable is being typed. */
export function variableBefore(text: string, cursor: number): TextSpan | undefined {
  const typed = /(?:^|[^\w])(_\w*)$/.exec(text.slice(0, cursor))?.[1];
  return typed === undefined ? undefined : { start: cursor - typed.length, end: cursor };
}

/** A variable that an expression may use. */
export interface ExpressionName {
  /** As it is written: `_Suction_Pressure`. */
  readonly variable: string;
  /** What it stands for, as people read it: `Suction Pressure`. */
  readonly label: string;
}

/** Names that hold what was typed, as they are written or as people read them; none when it is one of them already. */
export function namesFor(names: readonly ExpressionName[], typed: string): ExpressionName[] {
  const key = variableKey(typed);
  if (names.some(({ variable }) => variableKey(variable) === key)) return [];
  const holds = (name: string) => variableKey(name).includes(key.slice(1));
  return names.filter(({ variable, label }) => holds(variable) || holds(variableName(label)));
}

/** The part of a function's name that stands before the cursor; undefined within a text in quotes, or of no name. */
export function functionBefore(text: string, cursor: number): TextSpan | undefined {
  const before = text.slice(0, cursor);
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return undefined;
  const typed = /(?:^|[^\w])([a-z]\w*)$/i.exec(before)?.[1];
  return typed === undefined ? undefined : { start: cursor - typed.length, end: cursor };
}

/**
 * Puts a piece in the place of a span, with a blank on a side where it would grow together with a word.
 * @returns the new text and where the cursor stands in it: behind the piece, or at its `|`, which is taken out
 */
export function insertPiece(text: string, span: TextSpan, piece: string): { text: string; cursor: number } {
  const mark = piece.indexOf('|');
  const plain = mark < 0 ? piece : piece.slice(0, mark) + piece.slice(mark + 1);
  const [before, after] = [text.slice(0, span.start), text.slice(span.end)];
  const lead = /[\w)<>=+\-*/,]$/.test(before) && /^[\w<>=+\-*/]/.test(plain) ? ' ' : '';
  const trail = /^[\w(]/.test(after) && /[\w<>=+\-*/)]$/.test(plain) ? ' ' : '';
  return {
    text: before + lead + plain + trail + after,
    cursor: before.length + lead.length + (mark < 0 ? plain.length : mark),
  };
}
