import { describe, expect, it } from 'vitest';
import { readWords, wordsText } from './value-words.ts';

describe('words for values', () => {
  it('are read as they are written', () => {
    const words = [
      { value: 0, word: 'Closed' },
      { value: 1.5, word: 'Half = open' },
      { value: -1, word: 'Fault' },
    ];
    expect(readWords(`${wordsText(words)}\n\n`)).toEqual({ words, problem: undefined });
    expect(readWords('')).toEqual({ words: [], problem: undefined });
  });

  it.each([
    ['Open', 'Line 1: write a number, = and its word.'],
    ['0 = Closed\n= Open', 'Line 2: write a number, = and its word.'],
    ['0 =', 'Line 1: write a number, = and its word.'],
    ['0 = Off\n0 = Closed', 'Line 2: 0 has a word already.'],
    [`1 = ${'x'.repeat(65)}`, 'Line 1: a word has at most 64 characters.'],
    [Array.from({ length: 201 }, (_, i) => `${i} = w`).join('\n'), 'At most 200 values have words.'],
  ])('say what cannot be read in %j', (text, problem) => {
    expect(readWords(text)).toEqual({ words: [], problem });
  });
});
