import { expect, it, test } from 'vitest';
import { searchedWords, wordsOf } from './journal-words.ts';

test.each([
  ['Data item 148 edited', ['data', 'item', '148', 'edited']],
  ['done_1: 100% "ÜBER" 10.9.8.7', ['done', '1', '100', 'über', '10', '9', '8', '7']],
  ["'; drop table journal; --", ['drop', 'table', 'journal']],
  ['%_\\*"^-:()', []],
  ['x'.repeat(100), ['x'.repeat(64)]],
])('%s', (text, words) => expect(wordsOf(text)).toEqual(words));

it('of an entry are those of everything it tells, keys too, once each', () => {
  const entry = {
    ...{ what: 'changed', user: 'Ann', address: '10.0.0.7' },
    ...{ before: { pingRate: 60, tags: ['a\nb'] }, after: { pingRate: null, isOn: true } },
  };
  expect(searchedWords(entry)).toEqual([
    ...['changed', 'ann', '10', '0', '7', 'pingrate', '60', 'tags', 'a', 'b', 'ison', 'true'],
  ]);
});

it('of an entry are bounded, however much it holds', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `w${index}`);
  let deep: unknown = 'bottom';
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const words = searchedWords({ what: '', user: '', address: '', before: deep, after: many });
  expect([words.length, words[0]]).toEqual([2_000, 'bottom']);
});
