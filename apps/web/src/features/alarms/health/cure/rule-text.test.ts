import { expect, it } from 'vitest';
import { changedPart, differencesOf } from './rule-text.ts';

const rule = { expression: '_P > 100', onDelay: 0, offDelay: 0, deadband: 0 };

it('only what changes is told', () => {
  expect(differencesOf(rule, rule)).toEqual([]);
  expect(differencesOf(rule, { ...rule, onDelay: 30, deadband: 2.5 })).toEqual([
    { field: 'On delay', before: '0 s', after: '30 s' },
    { field: 'Deadband', before: '0', after: '2.5' },
  ]);
});

it.each([
  ['_P > 100', '_P > 101.5', ['_P > ', '100', '101.5', '']],
  ['_P > 100 or _Q < 5', '_P > 130 or _Q < 5', ['_P > ', '100', '130', ' or _Q < 5']],
  ['0 s', '30 s', ['', '0', '30', ' s']],
  ['a', 'a', ['a', '', '', '']],
])('from %s to %s', (before, after, expected) => {
  const part = changedPart(before, after);
  expect([part.head, part.before, part.after, part.tail]).toEqual(expected);
});
