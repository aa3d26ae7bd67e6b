import { describe, expect, it } from 'vitest';
import { answerAttributes, typedValue } from './attribute-values.ts';

describe('an attribute as devices are told it', () => {
  it.each([
    ['7', 7],
    ['-0.5', -0.5],
    ['007', '007'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e400', '1e400'],
    ['true', true],
    ['True', 'True'],
    ['null', 'null'],
    ['', ''],
    ['{"a":[1]}', { a: [1] }],
    ['[broken', '[broken'],
    ['3 bar', '3 bar'],
  ])('%j is %j', (text, value) => {
    expect(typedValue(text)).toEqual(value);
  });
});

describe('a request for attributes', () => {
  const all = new Map([
    ['Rate', '7'],
    ['on', 'true'],
  ]);

  it('is answered under the names and spellings asked for', () => {
    expect(answerAttributes(all, { clientKeys: 'rate, none', sharedKeys: 'ON' })).toEqual({
      client: { rate: 7 },
      shared: { ON: true },
    });
    expect(answerAttributes(all, { sharedKeys: 'on' })).toEqual({ shared: { on: true } });
  });

  it('without keys is answered with everything', () => {
    expect(answerAttributes(all, {})).toEqual({ client: { Rate: 7, on: true }, shared: { Rate: 7, on: true } });
  });
});
