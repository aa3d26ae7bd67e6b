import { expect, it } from 'vitest';
import { parseExpression } from './parser.ts';
import { plainLimits } from './plain-limits.ts';

const limitsOf = (text: string) =>
  plainLimits(parseExpression(text)).map(({ variable, operator, value }) => `${variable} ${operator} ${value}`);

it.each([
  ['_Pressure > 300', ['_Pressure > 300']],
  ['_Pressure>=-1.5e3', ['_Pressure >= -1500']],
  ['12 < _Level', ['_Level > 12']],
  ['- -2 >= _Level', ['_Level <= 2']],
  ['(_Pressure < 5) or _Pressure > 300', ['_Pressure < 5', '_Pressure > 300']],
  ['_A > 1 or _B < 2 or 3 < _C', ['_A > 1', '_B < 2', '_C > 3']],
  ['held(_Pressure > 300, 60)', ['_Pressure > 300']],
])('a line can be drawn for %s', (text, expected) => {
  expect(limitsOf(text)).toEqual(expected);
});

it.each([
  '_Pressure > 300 and _Running = 1',
  '_Pressure > _Limit',
  '_Pressure + 1 > 300',
  'avg(_Pressure, 60) > 300',
  'age(_Pressure) > 300',
  'not (_Pressure > 300)',
  '_Pressure = 300',
  '_State <> "on"',
  '_Pressure > 300 or _Running',
  '1 > 2',
  'if(_A > 1, true, false)',
])('%s has no limit of its own', (text) => {
  expect(limitsOf(text)).toEqual([]);
});
