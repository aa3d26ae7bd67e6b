import { describe, expect, test } from 'vitest';
import { aliasesOf, findNamed, itemName, itemNames } from './item-name.ts';

describe('the name of a data item', () => {
  test.each([
    [{ label: 'PT-101', alias: 'Wellhead' }, 'Wellhead', ['Wellhead', 'PT-101']],
    [{ label: 'PT-101', alias: '' }, 'PT-101', ['PT-101']],
    [{ label: 'PT-101' }, 'PT-101', ['PT-101']],
  ])('of %j is %s, and it is found by %j', (item, name, names) => {
    expect(itemName(item)).toBe(name);
    expect(itemNames(item)).toEqual(names);
  });
});

describe('what somebody wrote', () => {
  // The alias of one is the label of another.
  const items = [
    { id: 1, label: 'PT-101', alias: 'Flow' },
    { id: 2, label: 'Flow', alias: 'Rate of flow' },
    { id: 3, label: 'Temp', alias: undefined },
    { id: 4, label: 'Nameless', alias: '' },
  ];
  test.each([
    ['pt-101', 1],
    [' FLOW ', 2],
    ['rate of Flow', 2],
    ['temp', 3],
    ['', undefined],
    ['flows', undefined],
  ])('as %j is found by label, else by alias', (written, id) => expect(findNamed(items, written)?.id).toBe(id));
});

describe('the attribute aliasMap', () => {
  test('names data items by their ids', () => {
    expect([...aliasesOf('{"5":"Wellhead","7":"Separator"}')]).toEqual([
      [5, 'Wellhead'],
      [7, 'Separator'],
    ]);
  });
  test.each([undefined, null, '', 'no JSON', 'null', '5', '["Wellhead"]', '{"5":""}', '{"5":7}'])(
    'is without names as %j',
    (text) => expect(aliasesOf(text).size).toBe(0),
  );
  test('passes over what is no name, and names nothing by a prototype', () => {
    const aliases = aliasesOf('{"5":{"x":1},"6":"Six","__proto__":"evil"}');
    expect([aliases.get(5), aliases.get(6)]).toEqual([undefined, 'Six']);
  });
});
