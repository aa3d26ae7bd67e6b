import { compileCondition } from '@telltale/domain/expression/condition.ts';
import { expect, test } from 'vitest';
import { EXPRESSION_PIECES } from './expression-pieces.ts';

test.each(EXPRESSION_PIECES.map(({ piece }) => piece))('%s is part of an expression once it is filled in', (piece) => {
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
});
