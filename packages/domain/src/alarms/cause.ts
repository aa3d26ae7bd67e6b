import type { CompiledExpression, Outcome } from '#expression/compile.ts';
import { parseExpression } from '#expression/parser.ts';
import { numberOf } from '#expression/plain-limits.ts';
import type { Readings } from '#expression/readings.ts';
import { type BinaryOperator, type Expression, type WindowFunction, walk } from '#expression/syntax.ts';
import { variableKey } from '#expression/variable-name.ts';

/** A number in the text of a cause that is a value of a variable, or what such a value is compared with. */
export interface CauseNumber {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The place of the variable. */
  readonly place: number;
}

export interface Cause {
  readonly text: string;
  readonly numbers: readonly CauseNumber[];
}

/** The length of a value in a cause. */
const MAX_SHOWN_TEXT = 100;
/** What these give is a value as their variable has it; differences, rates and sums are something else. */
const AS_VALUES: ReadonlySet<WindowFunction> = new Set(['avg', 'min', 'max']);
const COMPARING: ReadonlySet<BinaryOperator> = new Set(['<', '<=', '>', '>=', '=', '<>']);

/** The expression with the values that it is evaluated with: `_Pressure > 100 (_Pressure = 104.2)`. */
export function causeOf(compiled: CompiledExpression, readings: Readings): Cause {
  const { text: condition, reads } = compiled;
  const limits = limitsOf(compiled);
  const numbers = [...limits.ofCondition];
  let text = condition;
  for (const [i, { text: name, read }] of reads.entries()) {
    text += i === 0 ? ' (' : ', ';
    const { inName, place } = limits.ofReads[i] as LimitsOfRead;
    for (const limit of inName) numbers.push(moved(limit, text.length));
    text += `${name} = `;
    const outcome = read(readings);
    const start = text.length;
    text += show(outcome);
    if (place !== undefined && typeof outcome === 'number') numbers.push({ start, end: text.length, place });
  }
  return { text: reads.length === 0 ? text : `${text})`, numbers };
}

/** The same number in a text that stands behind others. */
export function moved<Place extends { start: number; end: number }>(number: Place, by: number): Place {
  return { ...number, start: number.start + by, end: number.end + by };
}

/** The variable whose values something gives as they are; undefined: it gives something else. */
function variableOfValues(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name;
  if (expression.kind === 'previous') return expression.variable;
  return expression.kind === 'window' && AS_VALUES.has(expression.name) ? expression.variable : undefined;
}

interface LimitsOfRead {
  readonly inName: readonly CauseNumber[];
  /** Of the variable whose values it gives. */
  readonly place: number | undefined;
}

interface Limits {
  readonly ofCondition: readonly CauseNumber[];
  readonly ofReads: readonly LimitsOfRead[];
}

/** By condition, which many assets share. */
const known = new WeakMap<CompiledExpression, Limits>();

function limitsOf(compiled: CompiledExpression): Limits {
  const before = known.get(compiled);
  if (before) return before;
  const keys = compiled.variables.map(variableKey);
  const placeOf = (name: string) => keys.indexOf(variableKey(name));
  // As it is printed, so that places in it are places in the text.
  const limitsIn = (text: string) =>
    [...walk(parseExpression(text))].flatMap(comparisonsOf).map(({ limit, variable }) => {
      return { ...spanOf(limit), place: placeOf(variable) };
    });
  const limits = {
    ofCondition: limitsIn(compiled.text),
    ofReads: compiled.reads.map(({ text, part }) => {
      const variable = variableOfValues(part);
      return { inName: limitsIn(text), place: variable === undefined ? undefined : placeOf(variable) };
    }),
  };
  known.set(compiled, limits);
  return limits;
}

function comparisonsOf(expression: Expression): { limit: Expression; variable: string }[] {
  if (expression.kind === 'in') return compared(expression.value, expression.list);
  if (expression.kind !== 'binary' || !COMPARING.has(expression.operator)) return [];
  const { left, right } = expression;
  return [...compared(left, [right]), ...compared(right, [left])];
}

function compared(values: Expression, limits: readonly Expression[]) {
  const variable = variableOfValues(values);
  if (variable === undefined) return [];
  return limits.filter((limit) => numberOf(limit) !== undefined).map((limit) => ({ limit, variable }));
}

function spanOf(limit: Expression): { start: number; end: number } {
  let inner = limit;
  while (inner.kind === 'negate') inner = inner.operand;
  return { start: limit.at, end: inner.at + (inner.kind === 'number' ? String(inner.value).length : 0) };
}

function show(outcome: Outcome): string {
  if (outcome === undefined) return 'unknown';
  if (typeof outcome === 'number') return String(Number(outcome.toPrecision(6)));
  if (typeof outcome === 'boolean') return String(outcome);
  return JSON.stringify(outcome.length > MAX_SHOWN_TEXT ? `${outcome.slice(0, MAX_SHOWN_TEXT)}…` : outcome);
}
