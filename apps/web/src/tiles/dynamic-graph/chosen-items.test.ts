import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChosen, writeChosen } from './chosen-items.ts';

const id = fc.integer({ min: 1, max: 1e9 });
const selection = fc.record({ slotPath: fc.array(id, { maxLength: 4 }), dataItem: id });

test('what was chosen is read again from the address', () => {
  const chosen = fc.uniqueArray(selection, { maxLength: 20, selector: (one) => JSON.stringify(one) });
  fc.assert(
    fc.property(chosen, (list) => {
      expect(readChosen(writeChosen(list))).toEqual(list);
    }),
  );
});

test('an empty choice is one, and differs from none', () => {
  expect(readChosen('')).toEqual([]);
  expect(readChosen(undefined)).toBeUndefined();
});

test.each(['abc', '1.', '.1', '-3', '1e5', '1,,', '<script>', '1;2', '9'.repeat(20)])(
  '%s names nothing that is no data item',
  (text) => expect(readChosen(text)?.every(({ dataItem }) => Number.isInteger(dataItem))).toBe(true),
);

test('an address cannot ask for more lines than a chart can show', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => index + 1).join(',');
  expect(readChosen(many)).toHaveLength(100);
});
