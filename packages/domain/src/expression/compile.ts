import { beyond, combiners, finite, join, type Outcome, orders } from './combiners.ts';
import { decided } from './decided.ts';
import { mathImplementations } from './math-functions.ts';
import { printExpression } from './printer.ts';
import { Quiet } from './quiet.ts';
import type { Outlook, Readings } from './readings.ts';
import { type BinaryOperator, type CountFunction, type Expression, type WindowFunction, walk } from './syntax.ts';
import { variableKey } from './variable-name.ts';

export type { Outcome } from './combiners.ts';
export type { Readings } from './readings.ts';

export interface CompiledExpression {
  readonly expression: Expression;
  readonly text: string;
  /** Names in the order of first use, each once. */
  readonly variables: readonly string[];
  /** Longest stretch that a function over time looks back at each variable, ms; 0 for none. */
  readonly windowsMs: readonly number[];
  /** Whether a function over time asks how the values of each variable are spread. */
  readonly spreads: readonly boolean[];
  /** How many `held` there are. */
  readonly heldCount: number;
  readonly counters: readonly { readonly name: CountFunction; readonly seconds: number }[];
  /** Variables whose value before the current one is asked for, by their places. */
  readonly previousOf: ReadonlySet<number>;
  /** Other alarms of the asset that are asked for, and where. */
  readonly alarms: readonly { readonly name: string; readonly at: number }[];
  /** Names of attributes that it reads. */
  readonly attributes: readonly string[];
  /** It goes by the time of the day where the asset is. */
  readonly usesZone: boolean;
  /** It may change by the passing of time alone. */
  readonly dependsOnTime: boolean;
  evaluate(readings: Readings): Outcome;
  /** Until when, exclusively, evaluations give what the last one gave and leave nothing behind while no value comes; before now: that cannot be told. */
  quietUntil(readings: Outlook): number;
  /** The same, while values come that lie between the numbers that are known of them. */
  steadyUntil(readings: Outlook): number;
  /** What it reads, with the text to show: variables and functions over time. */
  readonly reads: readonly {
    readonly text: string;
    readonly part: Expression;
    readonly read: (readings: Readings) => Outcome;
  }[];
}

export type Step = (readings: Readings) => Outcome;

export interface Made {
  readonly step: Step;
  readonly direction: number;
}

/** What changes by the passing of time alone. */
const TIMED: ReadonlySet<Expression['kind']> = new Set(['window', 'age', 'held', 'counted', 'daytime']);
const SPREADING: ReadonlySet<WindowFunction> = new Set(['stddev', 'slope']);
/** What is shown with its value in the cause of an alarm. */
const SHOWN: ReadonlySet<Expression['kind']> = new Set([
  'variable',
  'window',
  'age',
  'previous',
  'counted',
  'alarm',
  'attribute',
]);
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
  const quietUntil = new Quiet(compiler, false).of(expression);
  const steadyUntil = new Quiet(compiler, true).of(expression);
  const read = new Map<string, Expression>();
  for (const part of parts) {
    if (SHOWN.has(part.kind)) read.set(printExpression(part), part);
  }
  return {
    expression,
    text: printExpression(expression),
    variables: [...names.values()],
    windowsMs,
    spreads: keys.map((key) =>
      parts.some((part) => part.kind === 'window' && SPREADING.has(part.name) && variableKey(part.variable) === key),
    ),
    heldCount: compiler.heldCount,
    counters: compiler.counters,
    previousOf: new Set(parts.flatMap((part) => (part.kind === 'previous' ? compiler.place(part.variable) : []))),
    alarms: parts.flatMap((part) => (part.kind === 'alarm' ? { name: part.name, at: part.at } : [])),
    attributes: [...new Set(parts.flatMap((part) => (part.kind === 'attribute' ? part.name : [])))],
    usesZone: parts.some((part) => part.kind === 'daytime' && part.zone === undefined),
    dependsOnTime: parts.some(({ kind }) => TIMED.has(kind)),
    evaluate,
    quietUntil,
    steadyUntil,
    reads: [...read].map(([text, part]) => ({ text, part, read: compiler.compile(part, 0) })),
  };
}

class Compiler {
  readonly #places: ReadonlyMap<string, number>;
  readonly #texts = new Map<Expression, boolean>();
  /** Where what a `held` or a counted condition remembers stands. */
  readonly memories = new Map<Expression, number>();
  readonly #made = new Map<Expression, Made>();
  readonly counters: { name: CountFunction; seconds: number }[] = [];
  heldCount = 0;

  constructor(places: ReadonlyMap<string, number>) {
    this.#places = places;
  }

  /** @param direction 1 where a true comparison makes the whole true, -1 where it makes it false, 0 where neither */
  compile(expression: Expression, direction: number): Step {
    const step = this.#make(expression, direction);
    this.#made.set(expression, { step, direction });
    return step;
  }

  /** What a part was turned into last. */
  made(expression: Expression): Made {
    return this.#made.get(expression) as Made;
  }

  #make(expression: Expression, direction: number): Step {
    switch (expression.kind) {
      case 'number':
      case 'text':
      case 'boolean': {
        const { value } = expression;
        return () => value;
      }
      case 'variable': {
        const place = this.place(expression.name);
        return (readings) => {
          const value = readings.value(place);
          return typeof value === 'number' ? finite(value) : value;
        };
      }
      case 'window': {
        const { name, seconds } = expression;
        const place = this.place(expression.variable);
        return (readings) => readings.window(name, place, seconds);
      }
      case 'age': {
        const place = this.place(expression.variable);
        return (readings) => readings.age(place);
      }
      case 'held': {
        const place = this.heldCount++;
        this.memories.set(expression, place);
        const { seconds } = expression;
        const condition = this.compile(expression.condition, direction);
        return (readings) => readings.held(place, asBoolean(condition(readings)), seconds);
      }
      case 'previous': {
        const place = this.place(expression.variable);
        return (readings) => {
          const value = readings.previous(place);
          return typeof value === 'number' ? finite(value) : value;
        };
      }
      case 'counted':
        return this.#counted(expression);
      case 'daytime': {
        const { from, to, zone } = expression;
        return (readings) => readings.daytime(from, to, zone);
      }
      case 'alarm': {
        const { name } = expression;
        return (readings) => readings.alarm(name);
      }
      case 'attribute': {
        const { name } = expression;
        return (readings) => readings.attribute(name);
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

  /** What is counted is not eased by a band: how often it came true must not hang on whether the alarm is raised. */
  #counted(expression: Extract<Expression, { kind: 'counted' }>): Step {
    const known = this.memories.get(expression);
    if (known !== undefined) return (readings) => readings.counted(known);
    const place = this.counters.length;
    this.memories.set(expression, place);
    this.counters.push({ name: expression.name, seconds: expression.seconds });
    const condition = this.compile(expression.condition, 0);
    return (readings) => {
      readings.note(place, asBoolean(condition(readings)));
      return readings.counted(place);
    };
  }

  #binary(operator: BinaryOperator, { left, right }: { left: Expression; right: Expression }, direction: number): Step {
    if (operator === 'and' || operator === 'or') {
      const [one, other] = [this.compile(left, direction), this.compile(right, direction)];
      return decided(operator, [one, left], [other, right]);
    }
    const [one, other] = [this.compile(left, 0), this.compile(right, 0)];
    const joins = operator === '+' && (this.#isText(left) || this.#isText(right));
    // The most usual of all, looked at more often than anything else.
    const order = orders[operator];
    if (order && right.kind === 'number') {
      const { value: limit } = right;
      const { sign, isInclusive } = order;
      return (readings) => {
        const value = one(readings);
        if (typeof value !== 'number') return undefined;
        return beyond(sign * (value - limit), isInclusive, readings.band * direction);
      };
    }
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

  place(name: string): number {
    const place = this.#places.get(variableKey(name));
    if (place === undefined) throw new Error(`The variable ${name} was not collected.`);
    return place;
  }
}

const asBoolean = (value: Outcome): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
