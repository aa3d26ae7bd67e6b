import { isTimeZone } from '#format/time.ts';
import { dayTimeOf } from './day-time.ts';
import { ExpressionError } from './expression-error.ts';
import {
  type CountFunction,
  countFunctions,
  type Expression,
  type MathFunction,
  mathFunctions,
  type WindowFunction,
  windowFunctions,
} from './syntax.ts';
import type { Token } from './tokenizer.ts';

/** The longest stretch that a function over time looks back, seconds: a week. */
export const MAX_WINDOW_SECONDS = 604_800;

/** The longest stretch in which something is counted, seconds: a day, all of which is gone through at a start. */
export const MAX_COUNTED_SECONDS = 86_400;

/** How many arguments the functions of numbers take. */
const ARGUMENTS: Readonly<Partial<Record<MathFunction, readonly [number, number]>>> = {
  pow: [2, 2],
  min: [2, 2],
  max: [2, 2],
  log: [1, 2],
  round: [1, 2],
};

/** The call of a function. @throws ExpressionError when there is none of this name, or its arguments are others */
export function callOf({ text: name, spelt, at }: Token, args: readonly Expression[]): Expression {
  const [first, second] = args;
  if (name === 'if') {
    const [condition, yes, no] = args;
    if (args.length !== 3 || !condition || !yes || !no) throw wrongCount(at, 'if', '3 arguments');
    return { kind: 'if', condition, yes, no, at };
  }
  if (name === 'age' || name === 'previous') {
    if (args.length !== 1 || first?.kind !== 'variable') throw new ExpressionError(at, `${name} takes one variable`);
    return { kind: name, variable: first.name, at };
  }
  if (name === 'alarm' || name === 'attribute') return { kind: name, name: nameIn(name, args, at), at };
  if (name === 'daytime') return daytimeOf(args, at);
  if (name === 'held') {
    if (args.length !== 2 || !first) throw wrongCount(at, 'held', 'a condition and seconds');
    return { kind: 'held', condition: first, seconds: secondsOf(second, name, at), at };
  }
  if (isCount(name)) {
    if (args.length !== 2 || !first) throw wrongCount(at, name, 'a condition and seconds');
    return { kind: 'counted', name, condition: first, seconds: secondsOf(second, name, at, MAX_COUNTED_SECONDS), at };
  }
  if (isWindow(name) && first?.kind === 'variable' && args.length === 2 && !isOfNumbers(name, second)) {
    return { kind: 'window', name, variable: first.name, seconds: secondsOf(second, name, at), at };
  }
  if (!isMath(name)) {
    const reason = isWindow(name) ? `${name} takes a variable and seconds` : `there is no function ${spelt}`;
    throw new ExpressionError(at, reason);
  }
  const [least, most] = ARGUMENTS[name] ?? [1, 1];
  if (args.length < least || args.length > most) {
    throw wrongCount(
      at,
      name,
      least === most ? `${least} argument${least > 1 ? 's' : ''}` : `${least} or ${most} arguments`,
    );
  }
  return { kind: 'call', name, args, at };
}

/** `min(_X, _Y)` compares two numbers; `min(_X, 60)` looks back in time. */
function isOfNumbers(name: WindowFunction, second: Expression | undefined): boolean {
  return (name === 'min' || name === 'max') && second?.kind !== 'number';
}

/** The name in quotes that is the only argument. */
function nameIn(of: string, args: readonly Expression[], at: number): string {
  const [name] = args;
  if (args.length !== 1 || name?.kind !== 'text' || name.value.trim() === '') {
    throw new ExpressionError(name?.at ?? at, `${of} takes one name in quotes`);
  }
  return name.value.trim();
}

function daytimeOf(args: readonly Expression[], at: number): Expression {
  const [first, second, third] = args;
  if (args.length < 2 || args.length > 3) throw wrongCount(at, 'daytime', 'two times of the day and perhaps a zone');
  const from = timeIn(first, at);
  const to = timeIn(second, at);
  if (from === to) throw new ExpressionError(second?.at ?? at, 'the two times of daytime are the same');
  if (!third) return { kind: 'daytime', from, to, at };
  if (third.kind !== 'text' || !isTimeZone(third.value)) {
    throw new ExpressionError(third.at, 'the zone of daytime is a name such as "America/Chicago"');
  }
  return { kind: 'daytime', from, to, zone: third.value, at };
}

function timeIn(expression: Expression | undefined, at: number): number {
  const time = expression?.kind === 'text' ? dayTimeOf(expression.value) : undefined;
  if (time === undefined) throw new ExpressionError(expression?.at ?? at, 'a time of daytime is written as "06:00"');
  return time;
}

function secondsOf(expression: Expression | undefined, name: string, at: number, most = MAX_WINDOW_SECONDS): number {
  if (expression?.kind !== 'number') {
    throw new ExpressionError(expression?.at ?? at, `the seconds of ${name} are a plain number`);
  }
  if (expression.value <= 0 || expression.value > most) {
    throw new ExpressionError(expression.at, `the seconds of ${name} are more than 0 and at most ${most}`);
  }
  return expression.value;
}

function wrongCount(at: number, name: string, wanted: string): ExpressionError {
  return new ExpressionError(at, `${name} takes ${wanted}`);
}

const isMath = (name: string): name is MathFunction => (mathFunctions as readonly string[]).includes(name);
const isWindow = (name: string): name is WindowFunction => (windowFunctions as readonly string[]).includes(name);
const isCount = (name: string): name is CountFunction => (countFunctions as readonly string[]).includes(name);
