import { expect, it } from 'vitest';
import { fitTitle } from './fit-title.ts';

it('writes a title at its own size where it has room, and smaller where it would be cut', () => {
  expect(fitTitle('Pressure', 24, 300)).toBe(24);
  const small = fitTitle('Main pump › Bearing Temperature', 24, 300);
  expect(small).toBeGreaterThan(14);
  expect(small).toBeLessThan(16);
  // No smaller than can be read: what is left over ends in an ellipsis.
  expect(fitTitle('Main pump › Bearing Temperature', 24, 60)).toBe(11);
  expect(fitTitle('', 24, 60)).toBe(24);
  expect(fitTitle('Pressure', 9, 300)).toBe(9);
});
