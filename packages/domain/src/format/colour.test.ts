import { expect, test } from 'vitest';
import { parseColour } from './colour.ts';

test.each([
  ['0a0', '#0a0'],
  ['ff8800', '#ff8800'],
  ['#FF8800', '#FF8800'],
  ['#ff880080', '#ff880080'],
  [' red ', 'red'],
  ['rgba(1, 2, 3, 0.5)', 'rgba(1, 2, 3, 0.5)'],
  ['hsl(120 50% 50% / 40%)', 'hsl(120 50% 50% / 40%)'],
])('%j is the colour %s', (stored, colour) => {
  expect(parseColour(stored)).toBe(colour);
});

test.each(['', '#12', '12345', 'red;background:url(//evil)', 'url(javascript:1)', 'var(--x)', 'expression(1)', '#ggg'])(
  '%j is no colour',
  (stored) => {
    expect(parseColour(stored)).toBeUndefined();
  },
);
