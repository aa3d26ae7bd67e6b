import { describe, expect, test } from 'vitest';
import { askedBy, commandText, commandWords, readValue } from './command-text.ts';

const plain = { module: 'pump', command: 'setSpeed', parameterKey: '' };
const keyed = { ...plain, parameterKey: 'rpm' };

describe('the text of a command', () => {
  test.each([
    [plain, undefined, { module: 'pump', command: 'setSpeed' }],
    [plain, 50, { module: 'pump', command: 'setSpeed', parameter: 50 }],
    [plain, false, { module: 'pump', command: 'setSpeed', parameter: false }],
    [keyed, 50, { module: 'pump', command: 'setSpeed', parameter: { rpm: 50 } }],
  ])('%j with %j', (settings, value, expected) => {
    expect(JSON.parse(commandText(settings, value))).toEqual(expected);
  });

  test('is told whole to who is asked', () => {
    expect(commandWords(plain, undefined)).toBe('pump.setSpeed');
    expect(commandWords(plain, 'fast')).toBe('pump.setSpeed "fast"');
    expect(commandWords(keyed, 50)).toContain('"rpm": 50');
  });
});

describe('what a stored command asked for', () => {
  test.each([
    [keyed, 50],
    [plain, 'fast'],
    [plain, false],
    [plain, { a: 1 }],
  ])('is read back: %j %j', (settings, value) => {
    expect(askedBy(commandText(settings, value), settings)).toEqual({ value });
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"module":"pump","command":"stop","parameter":5}',
    '{"module":"tank","command":"setSpeed","parameter":5}',
    '{"module":"pump","command":"setSpeed","parameter":5}',
    '{"module":"pump","command":"setSpeed","parameter":{"__proto__":{"rpm":1}}}',
  ])('is nothing of a control’s where it is not its own: %s', (text) => {
    expect(askedBy(text, keyed)).toBeUndefined();
  });
});

test.each([
  ['5', 5],
  [' -0.5 ', -0.5],
  ['true', true],
  ['false', false],
  ['auto', 'auto'],
  ['', ''],
  ['1e999', '1e999'],
])('%j is sent as %j', (typed, value) => {
  expect(readValue(typed)).toBe(value);
});
