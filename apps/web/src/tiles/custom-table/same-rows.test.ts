import { expect, test } from 'vitest';
import { sameRows } from './same-rows.ts';

test('a row that says the same as before stays the same object; one that changed, came or moved is new', () => {
  const before = sameRows([], [{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(before.map(({ key }) => key)).toEqual(['0', '1', '2']);
  const after = sameRows(before, [{ a: 1 }, { a: 5 }, { a: 3 }, { a: 4 }]);
  expect(after.map((row, index) => row === before[index])).toEqual([true, false, true, false]);
  expect(after.map(({ row }) => row.a)).toEqual([1, 5, 3, 4]);
  expect(sameRows(after, [{ a: 5 }])).toMatchObject([{ key: '0', row: { a: 5 } }]);
});
