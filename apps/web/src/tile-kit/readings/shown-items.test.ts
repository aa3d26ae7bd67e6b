import { expect, test } from 'vitest';
import { ShownItems } from './shown-items.ts';

const item = (dataItemId: number) => ({ assetId: 1, dataItemId });
const place = { target: {} as Element, clientX: 1, clientY: 2 };

test('all that is shown is meant where nothing is pointed at, each once', () => {
  const shown = new ShownItems();
  shown.add([item(1), item(2)]);
  shown.add([item(2)]);
  shown.addPointed(() => []);
  expect(shown.at(place)).toEqual([item(1), item(2)]);
});

test('what is pointed at is meant, until who tells of it is gone', () => {
  const shown = new ShownItems();
  shown.add([item(1), item(2)]);
  const end = shown.addPointed(({ clientX }) => [{ ...item(2), atMs: clientX }]);
  expect(shown.at(place)).toEqual([{ ...item(2), atMs: 1 }]);
  end();
  expect(shown.at(place)).toEqual([item(1), item(2)]);
});
