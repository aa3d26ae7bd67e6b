import { expect, it } from 'vitest';
import { readNumbers } from './read-numbers.ts';

it.each<[string, number[][]]>([
  ['', []],
  ['1,2', [[1, 2]]],
  [
    '1795390954410,-7,,0;3,4,5,-',
    [
      [1_795_390_954_410, -7, Number.NaN, 0],
      [3, 4, 5, Number.NaN],
    ],
  ],
])('the numbers of %j', (text, expected) => {
  const rows: number[][] = [];
  readNumbers(text, (first, second, rest) => rows.push([first, second, ...rest]));
  expect(rows).toEqual(expected);
});
