import { expect, test } from 'vitest';
import { briefText, clipWords } from './value-text.ts';

test.each([
  ['Running', 14, 'Running'],
  ['Waiting for the operator', 14, 'Waiting for t…'],
  ['Valve opens now', 7, 'Valve…'],
  ['-123,456,789.00', 6, '-123,456,789.00'],
  ['1.2346e+15', 4, '1.2346e+15'],
  ['- -', 2, '-…'],
])('%s within %d characters reads %s', (text, most, shown) => {
  expect(clipWords(text, most)).toBe(shown);
});

test.each([
  ['98,765,432.10', 98_765_432.1, 8, '98.77M'],
  ['-123,456.79', -123_456.789, 8, '-123.5k'],
  ['1,234.50', 1234.5, 8, '1,234.50'],
  ['Running', 2, 3, 'Running'],
  ['- -', null, 1, '- -'],
])('%s of %s, where %d characters have room, is written %s', (text, value, most, shown) => {
  expect(briefText(text, value, most)).toBe(shown);
});
