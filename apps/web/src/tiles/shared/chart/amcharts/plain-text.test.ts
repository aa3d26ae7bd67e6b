import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['psi', 'psi'],
  ['[bold]Flow[/]', '[[bold]]Flow[[/]]'],
  ['{valueY}', '{\u200bvalueY}'],
  ['<b>m³</b>', '<b>m³</b>'],
])('%s is written as it is (E5)', (text, written) => {
  expect(plainText(text)).toBe(written);
});
