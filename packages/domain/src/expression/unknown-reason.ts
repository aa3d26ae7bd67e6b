import { combiners, join, type Outcome } from './combiners.ts';
import type { CompiledExpression, Readings } from './compile.ts';
import { mathImplementations } from './math-functions.ts';
import { printExpression } from './printer.ts';
import type { Expression } from './syntax.ts';
import { variableKey } from './variable-name.ts';

/** What a part of an expression gives, and why it gives nothing. */
interface Told {
  readonly outcome: Outcome;
  readonly reason?: string;
}

/**
 * Why an expression gives nothing with these readings, in words: `_Flow has no value`, `it is divided by zero: 4 / _Flow`;
 * undefined where it gives something. Only looks: what counts and holds is not counted on.
 */
export function unknownReason(compiled: CompiledExpression, readings: Readings): string | undefined {
  const places = new Map(compiled.variables.map((name, place) => [variableKey(name), place]));
  const placeOf = (name: string) => places.get(variableKey(name)) ?? -1;
  return new Teller(readings, placeOf).tell(compiled.expression).reason;
}

class Teller {
  readonly #readings: Readings;
  readonly #placeOf: (name: string) => number;

  constructor(readings: Readings, placeOf: (name: string) => number) {
    this.#readings = readings;
    this.#placeOf = placeOf;
  }

  tell(part: Expression): Told {
    const readings = this.#readings;
    switch (part.kind) {
      case 'number':
      case 'text':
      case 'boolean':
        return { outcome: part.value };
      case 'variable':
        return known(readings.value(this.#placeOf(part.name)), `${part.name} has no value`);
      case 'previous':
        return known(readings.previous(this.#placeOf(part.variable)), `${part.variable} has no value before this one`);
      case 'window':
        return known(
          readings.window(part.name, this.#placeOf(part.variable), part.seconds),
          `${printExpression(part)} cannot be told: there are too few values`,
        );
      case 'age':
        return known(readings.age(this.#placeOf(part.variable)), `${part.variable} has no value`);
      case 'attribute':
        return known(readings.attribute(part.name), `there is no attribute ${JSON.stringify(part.name)}`);
      case 'alarm':
        return known(readings.alarm(part.name), `there is no alarm ${JSON.stringify(part.name)}`);
      case 'daytime':
        return { outcome: readings.daytime(part.from, part.to, part.zone) };
      case 'counted':
        // Whatever is counted, there is a number of times.
        return { outcome: 0 };
      case 'held':
        return this.tell(part.condition);
      case 'negate':
        return this.#ofNumber(part.operand, (value) => -value, part);
      case 'not': {
        const told = this.tell(part.operand);
        return typeof told.outcome === 'boolean' ? { outcome: !told.outcome } : told;
      }
      case 'if': {
        const condition = this.tell(part.condition);
        if (condition.outcome === undefined) return condition;
        return this.tell(condition.outcome ? part.yes : part.no);
      }
      case 'in': {
        const value = this.tell(part.value);
        const list = part.list.map((item) => this.tell(item));
        if (list.some(({ outcome }) => outcome !== undefined && outcome === value.outcome)) return { outcome: true };
        return [value, ...list].find(({ outcome }) => outcome === undefined) ?? { outcome: false };
      }
      case 'call': {
        const args = part.args.map((argument) => this.tell(argument));
        const missing = args.find(({ outcome }) => typeof outcome !== 'number');
        if (missing) return missing.reason === undefined ? notNumber(part) : missing;
        const [a, b] = args.map(({ outcome }) => outcome as number);
        return finiteOr(mathImplementations[part.name](a as number, b), `${printExpression(part)} is no number`);
      }
      case 'binary':
        return this.#binary(part);
    }
  }

  #binary(part: Extract<Expression, { kind: 'binary' }>): Told {
    const [left, right] = [this.tell(part.left), this.tell(part.right)];
    const isText = typeof left.outcome === 'string' || typeof right.outcome === 'string';
    const combine = part.operator === '+' && isText ? join : combiners[part.operator];
    const outcome = combine(left.outcome, right.outcome, 0);
    if (outcome !== undefined) return { outcome };
    const reason = left.reason ?? right.reason;
    if (reason !== undefined) return { outcome, reason };
    if ((part.operator === '/' || part.operator === '%') && right.outcome === 0) {
      return { outcome, reason: `it is divided by zero: ${printExpression(part)}` };
    }
    return isText ? notNumber(part) : { outcome, reason: `${printExpression(part)} is no number` };
  }

  #ofNumber(operand: Expression, run: (value: number) => number, whole: Expression): Told {
    const told = this.tell(operand);
    if (typeof told.outcome === 'number') return { outcome: run(told.outcome) };
    return told.reason === undefined ? notNumber(whole) : told;
  }
}

const known = (outcome: Outcome, reason: string): Told =>
  outcome === undefined || Number.isNaN(outcome) ? { outcome: undefined, reason } : { outcome };
const finiteOr = (value: number, reason: string): Told =>
  Number.isFinite(value) ? { outcome: value } : { outcome: undefined, reason };
const notNumber = (part: Expression): Told => ({
  outcome: undefined,
  reason: `${printExpression(part)} needs numbers, and there is a text`,
});
