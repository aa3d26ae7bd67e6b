import { describe, expect, it } from 'vitest';
import { treeOrder } from '../group-tree.ts';
import { countRelated, filterItems, relatedFirst, searchTextOf } from './item-list.ts';

const assets = [
  { id: 1, name: 'North pump', searchText: searchTextOf('North pump', 'TT-100', 'Pump station') },
  { id: 2, name: 'South tank', searchText: searchTextOf('South tank', 'TT-200', 'Tank battery') },
  { id: 3, name: 'TT-300', searchText: searchTextOf(null, 'TT-300', 'Pump station') },
];

describe('the filter of a column', () => {
  it.each([
    ['', [1, 2, 3]],
    ['  ', [1, 2, 3]],
    ['NORTH', [1]],
    ['tt-2', [2]],
    ['pump station', [1, 3]],
    [' tank ', [2]],
    // One text at a time: the end of the alias and the start of the serial number are no text of it.
    ['pump tt', []],
    ['.*', []],
  ])('%j', (filter, found) => {
    expect(filterItems(assets, filter).map(({ id }) => id)).toEqual(found);
  });
});

describe('related items', () => {
  const related = new Map([
    [3, 'direct'],
    [2, 'indirect'],
    [99, 'direct'],
  ] as const);

  it('stand first, the direct ones before the others', () => {
    expect(relatedFirst(assets, related).map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(relatedFirst(assets, new Map())).toBe(assets);
  });

  it('are counted among those of the column', () => {
    expect(countRelated(assets, related)).toBe(2);
    expect(countRelated(assets, new Map())).toBe(0);
  });
});

describe('a list as a tree', () => {
  const names = (records: { id: number; parentId: number | null; name: string }[]) =>
    treeOrder(records).map(({ record, depth }) => `${'-'.repeat(depth)}${record.name}`);

  it('reads each record below its parent, siblings by name', () => {
    const records = [
      { id: 3, parentId: 2, name: 'Pad 10' },
      { id: 4, parentId: 2, name: 'pad 9' },
      { id: 2, parentId: 1, name: 'North' },
      { id: 1, parentId: null, name: 'All' },
      { id: 5, parentId: 1, name: 'East' },
    ];
    expect(names(records)).toEqual(['All', '-East', '-North', '--pad 9', '--Pad 10']);
  });

  it('leaves nothing out: strangers and circles stand at the top', () => {
    expect(names([{ id: 1, parentId: 77, name: 'A' }])).toEqual(['A']);
    expect(names([{ id: 1, parentId: 1, name: 'A' }])).toEqual(['A']);
    const circle = [
      { id: 1, parentId: 2, name: 'A' },
      { id: 2, parentId: 1, name: 'B' },
    ];
    expect(names(circle)).toEqual(['A', '-B']);
  });
});
