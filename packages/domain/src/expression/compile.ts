import { mathImplementations } from './math-functions.ts';
import { printExpression } from './printer.ts';
import { type BinaryOperator, type Expression, type WindowFunction, walk } from './syntax.ts';
import { variableKey } from './variable-name.ts';

/** What an evaluation gives; undefined: it cannot be told, for lack of a value or of a number that is one. */
export type Outcome = number | string | boolean | undefined;

/** Where an evaluation gets values from. Variables go by their place in `CompiledExpression.variables`. */
export interface Readings {
  value(variable: number): number | string | undefined;
  /** A function of the variable over the last so many seconds. */
  window(name: WindowFunction, variable: number, seconds: number): number | undefined;
  /** Seconds since the variable was last heard of. */
  age(variable: number): number | undefined;
  /** Whether a condition has been true for so many seconds without a break; called at every evaluation. */
  held(place: number, condition: boolean | undefined, seconds: number): boolean | undefined;
  /** Comparisons that are true stay so until the value is back by more than this; 0 as they are written. */
  readonly band: number;
}

export interface CompiledExpression {
  readonly expression: Expression;
  readonly text: string;
  /** Names in the order of first use, each once. */
  readonly variables: readonly string[];
  /** Longest stretch that a function over time looks back at each variable, ms; 0 for none. */
  readonly windowsMs: readonly number[];
  /** How many `held` there are. */
  readonly heldCount: number;
  /** It may change by the passing of time alone. */
  readonly dependsOnTime: boolean;
  evaluate(readings: Readings): Outcome;
  /** What it reads, with the text to show: variables and functions over time. */
  readonly reads: readonly { readonly text: string; readonly read: (readings: Readings) => Outcome }[];
}

type Step = (readings: Readings) => Outcome;

/** The longest text that an evaluation makes. */
const MAX_TEXT = 10_000;

/** Turns an expression whose types were checked into closures; nothing is ever evaluated as code. */
export function compileExpression(expression: Expression): CompiledExpression {
  const parts = [...walk(expression)];
  const names = new Map<string, string>();
  for (const part of parts) {
    const name = part.kind === 'variable' ? part.name : 'variable' in part ? part.variable : undefined;
    if (name !== undefined && !names.has(variableKey(name))) names.set(variableKey(name), name);
  }
  const keys = [...names.keys()];
  const compiler = new Compiler(new Map(keys.map((key, place) => [key, place])));
  const windowsMs = keys.map((key) =>
    Math.max(
      0,
      ...parts.map((part) => (part.kind === 'window' && variableKey(part.variable) === key ? part.seconds : 0) * 1_000),
    ),
  );
  const evaluate = compiler.compile(expression, 1);
  const read = new Map<string, Expression>();
  for (const part of parts) {
    if (part.kind === 'variable' || part.kind === 'window' || part.kind === 'age')
      read.set(printExpression(part), part);
  }
  return {
    expression,
    text: printExpression(expression),
    variables: [...names.values()],
    windowsMs,
    heldCount: compiler.heldCount,
    dependsOnTime: parts.some(({ kind }) => kind === 'window' || kind === 'age' || kind === 'held'),
    evaluate,
    reads: [...read].map(([text, part]) => ({ text, read: compiler.compile(part, 0) })),
  };
}

/** Numbers that are none (0/0, 1/0, log of -1) make an outcome that cannot be told: an alarm never fires on them. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

class Compiler {
  readonly #places: ReadonlyMap<string, number>;
  readonly #texts = new Map<Expression, boolean>();
  heldCount = 0;

  constructor(places: ReadonlyMap<string, number>) {
    this.#places = places;
  }

  /** @param direction 1 where a true comparison makes the whole true, -1 where it makes it false, 0 where neither */
  compile(expression: Expression, direction: number): Step {
    switch (expression.kind) {
      case 'number':
      case 'text':
      case 'boolean': {
        const { value } = expression;
        return () => value;
      }
      case 'variable': {
        const place = this.#place(expression.name);
        return (readings) => {
          const value = readings.value(place);
          return typeof value === 'number' ? finite(value) : value;
        };
      }
      case 'window': {
        const { name, seconds } = expression;
        const place = this.#place(expression.variable);
        return (readings) => readings.window(name, place, seconds);
      }
      case 'age': {
        const place = this.#place(expression.variable);
        return (readings) => readings.age(place);
      }
      case 'held': {
        const place = this.heldCount++;
        const { seconds } = expression;
        const condition = this.compile(expression.condition, direction);
        return (readings) => readings.held(place, asBoolean(condition(readings)), seconds);
      }
      case 'negate': {
        const operand = this.compile(expression.operand, 0);
        return (readings) => {
          const value = operand(readings);
          return typeof value === 'number' ? -value : undefined;
        };
      }
      case 'not': {
        const operand = this.compile(expression.operand, -direction);
        return (readings) => {
          const value = operand(readings);
          return typeof value === 'boolean' ? !value : undefined;
        };
      }
      case 'call': {
        const run = mathImplementations[expression.name];
        const args = expression.args.map((argument) => this.compile(argument, 0));
        return (readings) => {
          const [a, b] = args.map((argument) => argument(readings));
          if (typeof a !== 'number' || (args.length > 1 && typeof b !== 'number')) return undefined;
          return finite(run(a, b as number | undefined));
        };
      }
      case 'if': {
        const condition = this.compile(expression.condition, 0);
        const yes = this.compile(expression.yes, direction);
        const no = this.compile(expression.no, direction);
        return (readings) => {
          // All three are evaluated each time: a `held` in a branch must see every moment.
          const [chosen, one, other] = [condition(readings), yes(readings), no(readings)];
          return chosen === undefined ? undefined : chosen ? one : other;
        };
      }
      case 'in': {
        const value = this.compile(expression.value, 0);
        const list = expression.list.map((item) => this.compile(item, 0));
        return (readings) => {
          const wanted = value(readings);
          let isUnknown = wanted === undefined;
          let isFound = false;
          for (const item of list) {
            const found = item(readings);
            if (found === undefined) isUnknown = true;
            else if (found === wanted) isFound = true;
          }
          return isFound || (isUnknown ? undefined : false);
        };
      }
      case 'binary':
        return this.#binary(expression.operator, expression, direction);
    }
  }

  #binary(operator: BinaryOperator, { left, right }: { left: Expression; right: Expression }, direction: number): Step {
    const isLogic = operator === 'and' || operator === 'or';
    const one = this.compile(left, isLogic ? direction : 0);
    const other = this.compile(right, isLogic ? direction : 0);
    const joins = operator === '+' && (this.#isText(left) || this.#isText(right));
    const combine = joins ? join : combiners[operator];
    return (readings) => combine(one(readings), other(readings), readings.band * direction);
  }

  /** Whether it is a text whatever the values: only then does `+` join instead of adding. */
  #isText(expression: Expression): boolean {
    const known = this.#texts.get(expression);
    if (known !== undefined) return known;
    const isText =
      expression.kind === 'text' ||
      (expression.kind === 'binary' &&
        expression.operator === '+' &&
        (this.#isText(expression.left) || this.#isText(expression.right))) ||
      (expression.kind === 'if' && this.#isText(expression.yes) && this.#isText(expression.no));
    this.#texts.set(expression, isText);
    return isText;
  }

  #place(name: string): number {
    const place = this.#places.get(variableKey(name));
    if (place === undefined) throw new Error(`The variable ${name} was not collected.`);
    return place;
  }
}

type Combine = (left: Outcome, right: Outcome, band: number) => Outcome;

const ofNumbers =
  (run: (a: number, b: number) => number): Combine =>
  (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? finite(run(a, b)) : undefined;

/**
 * Compares how far a value is beyond its limit. With a positive band it counts as beyond until it is back by more than
 * the band; with a negative one (below a `not`) it counts as beyond only when it is so by more than the band.
 */
const beyond = (distance: number, isInclusive: boolean, band: number): boolean => {
  if (band > 0) return distance >= -band;
  if (band < 0) return distance > -band;
  return isInclusive ? distance >= 0 : distance > 0;
};

const ofOrder =
  (sign: 1 | -1, isInclusive: boolean): Combine =>
  (a, b, band) =>
    typeof a === 'number' && typeof b === 'number' ? beyond(sign * (a - b), isInclusive, band) : undefined;

function join(a: Outcome, b: Outcome): Outcome {
  if (a === undefined || b === undefined) return undefined;
  const text = `${a}${b}`;
  return text.length > MAX_TEXT ? undefined : text;
}

function isEqual(a: Outcome, b: Outcome, band: number): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (typeof a === 'number' && typeof b === 'number' && band > 0) return Math.abs(a - b) <= band;
  return a === b;
}

/** Three-valued logic: what cannot be told stays so unless the other side decides (`true or unknown` is true). */
const combiners: Readonly<Record<BinaryOperator, Combine>> = {
  '+': ofNumbers((a, b) => a + b),
  '-': ofNumbers((a, b) => a - b),
  '*': ofNumbers((a, b) => a * b),
  '/': ofNumbers((a, b) => a / b),
  '%': ofNumbers((a, b) => a % b),
  '^': ofNumbers((a, b) => a ** b),
  '<': ofOrder(-1, false),
  '>': ofOrder(1, false),
  '<=': ofOrder(-1, true),
  '>=': ofOrder(1, true),
  '=': (a, b, band) => isEqual(a, b, band),
  '<>': (a, b, band) => {
    const equal = isEqual(a, b, -band);
    return equal === undefined ? undefined : !equal;
  },
  and: (a, b) => (a === false || b === false ? false : a === undefined || b === undefined ? undefined : true),
  or: (a, b) => (a === true || b === true ? true : a === undefined || b === undefined ? undefined : false),
  xor: (a, b) => (a === undefined || b === undefined ? undefined : a !== b),
};

const asBoolean = (value: Outcome): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
