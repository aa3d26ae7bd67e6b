import { describe, expect, test } from 'vitest';
import { insertPiece, namesFor, variableBefore } from './expression-insert.ts';

describe('putting a piece into an expression', () => {
  test.each([
    ['', 0, 0, '_Flow', '_Flow', 5],
    ['_Flow', 5, 5, '>', '_Flow >', 7],
    ['_Flow >', 7, 7, '5', '_Flow > 5', 9],
    ['_Flow > 5', 0, 0, 'not', 'not _Flow > 5', 3],
    ['1 > 5', 0, 1, '_Flow', '_Flow > 5', 5],
    ['', 0, 0, 'avg(|, 60)', 'avg(, 60)', 4],
    ['held(', 5, 5, '_Flow', 'held(_Flow', 10],
  ])('%j at %i to %i, %j', (text, start, end, piece, expected, cursor) => {
    expect(insertPiece(text, { start, end }, piece)).toEqual({ text: expected, cursor });
  });

  test.each([
    ['_Fl', 3, { start: 0, end: 3 }],
    ['a > _', 5, { start: 4, end: 5 }],
    ['a > _Fl and', 7, { start: 4, end: 7 }],
    ['a_Fl', 4, undefined],
    ['_Fl > 1', 7, undefined],
    ['', 0, undefined],
  ])('the variable before the cursor in %j at %i', (text, cursor, expected) => {
    expect(variableBefore(text, cursor)).toEqual(expected);
  });
});

test.each([
  ['_', ['_PT_101', '_Flow']],
  ['_pt', ['_PT_101']],
  // By what people read of it, as a variable of that name would be written.
  ['_well_h', ['_PT_101']],
  ['_Flow', []],
  ['_none', []],
])('the variables that are offered for %s', (typed, offered) => {
  const names = [
    { variable: '_PT_101', label: 'Well head' },
    { variable: '_Flow', label: 'Flow' },
  ];
  expect(namesFor(names, typed).map(({ variable }) => variable)).toEqual(offered);
});
