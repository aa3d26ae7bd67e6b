import { describe, expect, it } from 'vitest';
import { Words } from './words.ts';

describe('what is looked for', () => {
  it.each([
    ['pump', ['Pump 3'], true],
    ['3 PUMP', ['Pump 3'], true],
    ['pressure pump', ['Discharge pressure', 'Pump 3'], true],
    ['pressure pump', ['Discharge pressure'], false],
    ['%', ['Pump'], false],
    ['%', ['load %'], true],
    ['.*', ['anything'], false],
  ])('%s in %s: %s', (text, texts, expected) => {
    expect(new Words(text).areIn(...texts)).toBe(expected);
  });

  it('leaves to a database the words whose small letters every database knows', () => {
    expect(new Words('Pump 50% ÖL 温度 №7').plain).toEqual(['pump', '50%']);
  });

  it('of many words the first twelve count', () => {
    const text = Array.from({ length: 40 }, (_, index) => `w${String.fromCharCode(97 + (index % 26))}`).join(' ');
    expect(new Words(text).areIn('wa wb wc wd we wf wg wh wi wj wk wl')).toBe(true);
  });
});
