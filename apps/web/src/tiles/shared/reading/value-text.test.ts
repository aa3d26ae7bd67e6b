import { expect, test } from 'vitest';
import { clipWords } from './value-text.ts';

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
