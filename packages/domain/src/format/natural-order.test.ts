import { expect, it } from 'vitest';
import { compareNaturally } from './natural-order.ts';

it('puts names in the order in which people count them', () => {
  const names = ['Pump 10', '101', 'b', '13', 'pump 9', 'B', '109', 'ä', 'a'];
  expect(names.toSorted(compareNaturally)).toEqual(['13', '101', '109', 'a', 'ä', 'B', 'b', 'pump 9', 'Pump 10']);
});
