import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstInOrder } from './first-in-order.ts';

const byNumber = (a: number, b: number) => a - b;

it('answers what sorting everything and cutting it off would', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 60 }), (rows, count) => {
      expect(firstInOrder([...rows], count, byNumber)).toEqual([...rows].sort(byNumber).slice(0, count));
    }),
  );
});
