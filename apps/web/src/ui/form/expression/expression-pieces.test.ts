import { compileCondition } from '@telltale/domain/expression/condition.ts';
import { mathFunctions } from '@telltale/domain/expression/syntax.ts';
import { expect, test } from 'vitest';
import { EXPRESSION_FUNCTIONS, functionsFrom } from './expression-pieces.ts';

test.each([' in ("|", "")', ...EXPRESSION_FUNCTIONS.map(({ piece }) => piece)])(
  '%s is part of an expression once it is filled in',
  (piece) => {
    const filled = piece
      .replace(/^ in/, '_A in')
      .replace('if(|, , )', 'if(_A > 1, 2, 3)')
      .replace(/^(held|count|duration)\(\|/, '$1(_A > 1')
      .replace('("|")', '("Name")')
      .replace('"|06', '"06')
      .replace('"|"', '"a"')
      .replace('|', '_A');
    const wholes = [filled, `${filled} > 1`];
    const compiles = (text: string) => {
      try {
        return compileCondition(text).text.length > 0;
      } catch {
        return false;
      }
    };
    expect(wholes.some(compiles)).toBe(true);
  },
);

test('every function that there is has a piece', () => {
  const names = EXPRESSION_FUNCTIONS.map(({ name }) => name);
  expect(mathFunctions.filter((name) => !names.includes(name))).toEqual([]);
  const others = [
    'avg',
    'rate',
    'delta',
    'stddev',
    'slope',
    'integral',
    'count',
    'duration',
    'previous',
    'held',
    'age',
  ];
  expect([...others, 'daytime', 'alarm', 'attribute', 'if'].filter((name) => !names.includes(name))).toEqual([]);
});

test('functions are found by the beginning of their names, but for those that are not for here', () => {
  expect(functionsFrom('A').map(({ name }) => name)).toEqual([
    'avg',
    'age',
    'alarm',
    'attribute',
    'abs',
    'asin',
    'acos',
    'atan',
  ]);
  expect(functionsFrom('al', ['alarm'])).toEqual([]);
  expect(functionsFrom('and')).toEqual([]);
});
