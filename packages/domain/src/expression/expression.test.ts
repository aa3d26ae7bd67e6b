import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompiledExpression, compileExpression, type Outcome, type Readings } from './compile.ts';
import { compileCondition } from './condition.ts';
import { ExpressionError } from './expression-error.ts';
import { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_PARTS, parseExpression } from './parser.ts';
import { printExpression } from './printer.ts';
import { type BinaryOperator, type Expression, mathFunctions, operatorLevels, walk } from './syntax.ts';
import { MAX_EXPRESSION_LENGTH } from './tokenizer.ts';
import { typeOf } from './type-check.ts';
import { variableName } from './variable-name.ts';

function readingsOf(
  compiled: CompiledExpression,
  values: Readonly<Record<string, number | string>>,
  more: Partial<Readings> = {},
): Readings {
  return {
    value: (place) => values[compiled.variables[place] as string],
    window: (name, place, seconds) => (name === 'avg' ? seconds : place),
    age: () => 7,
    previous: (place) => values[compiled.variables[place] as string],
    held: (_place, condition) => condition,
    note: () => undefined,
    counted: (place) => place + 3,
    daytime: (from, to, zone) => from < to && zone === undefined,
    alarm: (name) => (name === 'Unknown' ? undefined : name === 'Pump failed'),
    attribute: (name) => ({ limit: 60, text: 'high' })[name.toLowerCase()],
    band: 0,
    ...more,
  };
}

function evaluate(text: string, values: Readonly<Record<string, number | string>> = {}, band = 0): Outcome {
  const expression = parseExpression(text);
  typeOf(expression);
  const compiled = compileExpression(expression);
  return compiled.evaluate(readingsOf(compiled, values, { band }));
}

describe('an expression gives', () => {
  it.each<[string, Outcome]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['2 ^ 3 ^ 2', 64],
    ['-2 ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['7 % 4', 3],
    ['-7 % 4', -3],
    ['1 / 2', 0.5],
    ['.5 + 1.5e1', 15.5],
    ['1 / 0', undefined],
    ['sqrt(-1)', undefined],
    ['1 < 2', true],
    ['1 <> 1', false],
    ['2 >= 2 and 2 <= 2', true],
    ['true xor true', false],
    ['not true or true', true],
    ['not (true or true)', false],
    ['true or false and false', true],
    ['true xor true or true', false],
    ['not 1 = 2', true],
    ['3 in (1, 2, 3)', true],
    ['4 in (1, 2, 3)', false],
    ['"b" in ("a", \'b\')', true],
    ['if(1 > 2, 10, 20)', 20],
    ['IF(TRUE, "a", "b") = "a"', true],
    ['"a" + 1 + "b"', 'a1b'],
    ['"quote \\" and \\u0041"', 'quote " and A'],
    ['alarm("Pump failed")', true],
    ['alarm("Unknown") or true', true],
    ['alarm("Unknown") and true', undefined],
    ['attribute("limit") + 1', 61],
    ['attribute("none") > 1', undefined],
    ['attribute("text") = "high"', true],
    ['daytime("06:00", "18:00")', true],
    ['daytime("22:00", "06:00")', false],
    ['daytime("06:00", "24:00", "Europe/Berlin")', false],
    ['count(1 > 2, 60) + duration(true, 60)', 7],
    ['abs(-3)', 3],
    ['ceiling(1.2) + floor(1.8) + truncate(-1.5) + sign(-9)', 1],
    ['round(2.5)', 2],
    ['round(3.5)', 4],
    ['round(-2.5)', -2],
    ['round(1.005, 1)', 1],
    ['pow(2, 10)', 1024],
    ['log(8, 2)', 3],
    ['log10(1000)', 3],
    ['round(exp(log(5)), 9)', 5],
    ['min(3, 2) + max(3, 2)', 5],
    ['sin(0) + cos(0) + tan(0) + asin(0) + acos(1) + atan(0)', 1],
  ])('%s → %s', (text, outcome) => {
    expect(evaluate(text)).toBe(outcome);
  });

  it.each<[string, Record<string, number | string>, Outcome]>([
    ['_A > 5', { _A: 6 }, true],
    ['_a > 5', { _a: 6 }, true],
    ['_A > 5', {}, undefined],
    ['_A > 5', { _A: Number.NaN }, undefined],
    ['not (_A > 5)', { _A: Number.NaN }, undefined],
    ['_A > 5', { _A: 'high' }, undefined],
    ['_A = "high"', { _A: 'high' }, true],
    ['_A = 5', { _A: 'high' }, false],
    ['_A > 5 or _B > 5', { _B: 6 }, true],
    ['_A > 5 or _B > 5', { _B: 4 }, undefined],
    ['_A > 5 and _B > 5', { _B: 4 }, false],
    ['_A > 5 xor _B > 5', { _B: 4 }, undefined],
    ['_A in (1, _B)', { _A: 1 }, true],
    ['_A in (2, _B)', { _A: 1 }, undefined],
    ['if(_A > 1, true, false)', {}, undefined],
    ['_A + 1', { _A: 'x' }, undefined],
    ['"is " + _A = "is x"', { _A: 'x' }, true],
    ['__proto__ > 1', { ['__proto__']: 2 }, true],
  ])('with values: %s', (text, values, outcome) => {
    const own = Object.assign(Object.create(null), Object.fromEntries(Object.entries(values)));
    if (text.startsWith('__proto__')) Object.defineProperty(own, '__proto__', { value: 2, enumerable: true });
    expect(evaluate(text, own)).toBe(outcome);
  });

  it('minimum and maximum of a variable over time when the second argument is a number, of two numbers otherwise', () => {
    expect(evaluate('min(_A, 60)', { _A: 100 })).toBe(0);
    expect(evaluate('min(60, _A)', { _A: 100 })).toBe(60);
    expect(evaluate('max(_A, _B)', { _A: 1, _B: 2 })).toBe(2);
    expect(evaluate('avg(_A, 30) + age(_A)', { _A: 100 })).toBe(37);
  });
});

describe('a band', () => {
  it.each<[string, number, boolean]>([
    ['_A > 100', 95.1, true],
    ['_A > 100', 95, true],
    ['_A > 100', 94.9, false],
    ['_A >= 100', 95, true],
    ['_A < 100', 105, true],
    ['_A < 100', 105.1, false],
    ['_A <= 100', 105, true],
    ['_A = 100', 104, true],
    ['_A = 100', 106, false],
    ['not (_A > 100)', 104, true],
    ['not (_A > 100)', 105.1, false],
    ['not (_A < 100)', 96, true],
    ['_A > 100 and _A < 200', 97, true],
    ['_A > 100 and _A < 200', 204, true],
    ['held(_A > 100, 5)', 97, true],
  ])('of 5 keeps %s at %d %s', (text, value, outcome) => {
    expect(evaluate(text, { _A: value }, 5)).toBe(outcome);
  });
});

describe('what is no expression', () => {
  it.each<[string, number, RegExp]>([
    ['', 0, /value was expected/],
    ['   ', 3, /value was expected/],
    ['1 +', 3, /not the end/],
    ['(1', 2, /\) was expected/],
    ['1 2', 2, /not expected/],
    ['_A == 1', 3, /write =/],
    ['_A != 1', 3, /write <>/],
    ['_A && _B', 3, /write and/],
    ['!_A', 0, /write not/],
    ['_A.b', 2, /members/],
    ['_A["constructor"]', 2, /members/],
    ['constructor.constructor("return process")()', 11, /members/],
    ['constructor("return process")', 0, /no function constructor/],
    ['toString(1)', 0, /no function toString/],
    ['this', 0, /this is unknown/],
    ['import(1)', 0, /no function import/],
    ['`1`', 0, /no meaning/],
    ['x => x', 0, /x is unknown/],
    ['new Date()', 0, /new is unknown/],
    ['"abc', 0, /closing quote/],
    ['"\\x41"', 1, /backslash/],
    ['1e999', 0, /too large/],
    ['if(1 > 2, 3)', 0, /if takes 3/],
    ['pow(2)', 0, /pow takes 2/],
    ['age(1)', 0, /one variable/],
    ['avg(1, 2)', 0, /variable and seconds/],
    ['avg(_A, _B)', 8, /plain number/],
    ['avg(_A, 0)', 8, /more than 0/],
    ['rate(_A, 1e9)', 9, /at most/],
    ['held(_A, 5)', 5, /condition is needed/],
    ['previous(1)', 0, /previous takes one variable/],
    ['count(_A > 1)', 0, /count takes a condition and seconds/],
    ['count(_A, 5) > 1', 6, /condition is needed/],
    ['duration(_A > 1, 86401) > 1', 17, /more than 0 and at most 86400/],
    ['count(held(held(_A > 1, 604800), 604800), 60) > 1', 46, /one inside the other is at most 604800/],
    ['delta(1, 60) > 1', 0, /delta takes a variable and seconds/],
    ['slope(_A, 0) > 1', 10, /more than 0/],
    ['daytime("06:00")', 0, /two times of the day/],
    ['daytime("6:00", "18:00")', 8, /written as "06:00"/],
    ['daytime("06:00", "24:01")', 17, /written as "06:00"/],
    ['daytime("06:00", "06:00")', 17, /are the same/],
    ['daytime("06:00", "18:00", "Mars/Base")', 26, /America.Chicago/],
    ['daytime(6, 18)', 8, /written as/],
    ['alarm(_A)', 6, /one name in quotes/],
    ['alarm("")', 6, /one name in quotes/],
    ['alarm("a") > 1', 0, /number is needed/],
    ['attribute("a", "b") > 1', 10, /one name in quotes/],
    ['_A and true', 0, /condition is needed/],
    ['1 + true', 4, /number is needed/],
    ['"a" > 1', 0, /number is needed/],
    ['"a" = 1', 4, /cannot be compared/],
    ['1 < 2 < 3', 2, /number is needed/],
    ['1 in ("a")', 6, /cannot be compared/],
    ['_A', 0, /a condition such as/],
    ['1 + 1', 2, /a condition such as/],
    ['not', 3, /value was expected/],
    ['𝒳', 0, /no meaning/],
  ])('%s is told at character %d', (text, position, reason) => {
    expect.assertions(3);
    try {
      compileCondition(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
      expect((error as ExpressionError).reason).toMatch(reason);
      expect((error as ExpressionError).position).toBe(position);
    }
  });

  it('is refused however large it is, before anything is computed', () => {
    for (const text of [
      '('.repeat(10_000),
      '-'.repeat(9_999),
      'not '.repeat(2_500),
      `1${'+1'.repeat(4_999)}`,
      '2^'.repeat(5_000),
      'a'.repeat(MAX_EXPRESSION_LENGTH + 1),
      `_A in (${'1,'.repeat(4_000)}1)`,
    ]) {
      expect(() => compileCondition(text)).toThrow(ExpressionError);
    }
  });

  it('has its depth and its parts bounded, and what is within the bounds works', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`;
    expect(evaluate(nested(MAX_EXPRESSION_DEPTH - 1))).toBe(1);
    expect(() => parseExpression(nested(MAX_EXPRESSION_DEPTH))).toThrow(/nested/);
    const terms = (count: number) => Array.from({ length: count }, () => '1').join('+');
    expect(evaluate(terms(MAX_EXPRESSION_PARTS / 2))).toBe(MAX_EXPRESSION_PARTS / 2);
    expect(() => parseExpression(terms(MAX_EXPRESSION_PARTS))).toThrow(/parts/);
  });
});

const places = { at: fc.constant(0) };
const variable = fc.stringMatching(/^_[A-Za-z0-9_]{0,8}$/);
const operators = Object.keys(operatorLevels) as BinaryOperator[];

const { expression: anExpression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.record({
      kind: fc.constant('number' as const),
      value: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((value) => Math.abs(value)),
      ...places,
    }),
    fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: 'binary' }), ...places }),
    fc.record({ kind: fc.constant('boolean' as const), value: fc.boolean(), ...places }),
    fc.record({ kind: fc.constant('variable' as const), name: variable, ...places }),
    fc.record({ kind: fc.constantFrom('age' as const, 'previous' as const), variable, ...places }),
    fc.record({
      kind: fc.constantFrom('alarm' as const, 'attribute' as const),
      name: fc.stringMatching(/^[a-z"\\\\]([ a-z"]{0,8}[a-z])?$/),
      ...places,
    }),
    fc
      .record({ from: fc.nat(1_440), to: fc.nat(1_440), zone: fc.constantFrom(undefined, 'UTC', 'America/Chicago') })
      .filter(({ from, to }) => from !== to)
      .map(({ zone, ...times }) => ({ kind: 'daytime', ...times, ...(zone ? { zone } : {}), at: 0 })),
    fc.record({
      kind: fc.constant('counted' as const),
      name: fc.constantFrom('count', 'duration'),
      condition: tie('expression'),
      seconds: fc.double({ min: 0.001, max: 86_400, noNaN: true }),
      ...places,
    }),
    fc.record({
      kind: fc.constant('window' as const),
      name: fc.constantFrom('avg', 'min', 'max', 'rate', 'delta', 'stddev', 'slope', 'integral'),
      variable,
      seconds: fc.integer({ min: 1, max: 604_800 }),
      ...places,
    }),
    fc.record({ kind: fc.constantFrom('negate' as const, 'not' as const), operand: tie('expression'), ...places }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom(...operators),
      left: tie('expression'),
      right: tie('expression'),
      ...places,
    }),
    fc.record({
      kind: fc.constant('in' as const),
      value: tie('expression'),
      list: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }),
      ...places,
    }),
    fc.record({
      kind: fc.constant('if' as const),
      condition: tie('expression'),
      yes: tie('expression'),
      no: tie('expression'),
      ...places,
    }),
    fc.record({
      kind: fc.constant('held' as const),
      condition: tie('expression'),
      seconds: fc.double({ min: 0.001, max: 604_800, noNaN: true }),
      ...places,
    }),
    fc.tuple(fc.constantFrom(...mathFunctions), tie('expression'), tie('expression')).map(([name, a, b]) => {
      const isOfTwo = ['pow', 'min', 'max'].includes(name);
      return { kind: 'call' as const, name, args: isOfTwo ? [a, b] : [a], at: 0 };
    }),
  ) as fc.Arbitrary<Expression>,
}));

/** `min(_X, 60)` is a function over time, so no text means the smaller of a variable and a plain number in this order. */
const canBeWritten = (expression: Expression) =>
  [...walk(expression)].every(
    (part) => part.kind !== 'call' || part.args[0]?.kind !== 'variable' || part.args[1]?.kind !== 'number',
  );

const withoutPlaces = (expression: Expression) =>
  JSON.parse(JSON.stringify(expression, (key, value) => (key === 'at' ? undefined : value)));

describe('any expression', () => {
  it('is the same after it was printed and parsed again', () => {
    fc.assert(
      fc.property(anExpression.filter(canBeWritten), (expression) => {
        const text = printExpression(expression);
        fc.pre(text.length <= MAX_EXPRESSION_LENGTH);
        expect(withoutPlaces(parseExpression(text))).toEqual(withoutPlaces(expression));
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is well typed evaluates without throwing, to a value of its type or to none', () => {
    const reading = fc.oneof(fc.double(), fc.string(), fc.constant(undefined));
    fc.assert(
      fc.property(anExpression, reading, fc.double({ noNaN: true }), (expression, value, band) => {
        let type: string;
        try {
          type = typeOf(expression);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          return;
        }
        const compiled = compileExpression(expression);
        const outcome = compiled.evaluate(readingsOf(compiled, {}, { value: () => value, band }));
        const types: Record<string, string[]> = { text: ['string'], value: ['number', 'string'] };
        if (outcome !== undefined) expect(types[type] ?? [type]).toContain(typeof outcome);
        if (typeof outcome === 'number') expect(Number.isFinite(outcome)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('and any text at all throws nothing but its own error', () => {
    const pieces = fc.constantFrom(
      ...operators,
      ...mathFunctions,
      ...[
        '(',
        ')',
        ',',
        'if',
        'in',
        'not',
        'avg',
        'held',
        'age',
        'rate',
        'count',
        'alarm',
        'daytime',
        'previous',
        '_A',
        '_B',
        '1',
        '60',
        '"x"',
        "'",
        'true',
        '.',
      ],
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 40 }).map((some) => some.join(' ')),
    );
    fc.assert(
      fc.property(text, (some) => {
        try {
          const compiled = compileCondition(some);
          compiled.evaluate(readingsOf(compiled, { _A: 1 }));
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          expect((error as ExpressionError).position).toBeLessThanOrEqual(some.length);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the variable of a label', () => {
  it.each([
    ['Flow Rate', '_Flow_Rate'],
    ['STA/LTA', '_STA_LTA'],
    ['_proto__', '__proto__'],
    ['Öl', '__l'],
  ])('%s is %s (G6)', (label, name) => {
    expect(variableName(label)).toBe(name);
  });
});
