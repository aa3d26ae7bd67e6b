import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageOrder } from './page-order.ts';

it('names every row once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6000)), (payloads) => {
      expect(pageOrder(payloads).sort((a, b) => a - b)).toEqual(payloads.map((_, index) => index));
    }),
  );
});

it('puts behind the longest row the one or two that fill its page best', () => {
  expect(pageOrder([300, 900, 100, 600, 80])).toEqual([1, 2, 3, 0, 4]);
});
