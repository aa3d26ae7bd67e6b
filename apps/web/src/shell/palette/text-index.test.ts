import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextIndex } from './text-index.ts';

function indexOf(names: readonly string[], more = ''): TextIndex<string> {
  const index = new TextIndex<string>();
  for (const name of names) index.add(name, name, more);
  return index;
}

describe('the index of names', () => {
  it('finds nothing for no words', () => {
    expect(indexOf(['Pump']).search([], 8)).toEqual([]);
  });

  it('puts first what begins with the word, then what a word of begins, then what has it inside, then the rest', () => {
    const index = indexOf(['Submersible', 'Main sub', 'Hub sub', 'Absub', 'Sub']);
    index.add('By its words', 'By its words', 'sub');
    expect(index.search(['sub'], 8)).toEqual(['Submersible', 'Sub', 'Main sub', 'Hub sub', 'Absub', 'By its words']);
    expect(index.search(['sub'], 2)).toEqual(['Submersible', 'Sub']);
  });

  it('finds exactly what has every word', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), fc.array(word, { minLength: 1, maxLength: 3 }), (names, words) => {
        const found = indexOf(names).search(words, 100);
        const expected = names.filter((one) => words.every((w) => one.includes(w)));
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});
