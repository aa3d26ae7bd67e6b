import { describe, expect, test } from 'vitest';
import { placePath, readPlace } from './configuration-address.ts';
import { filterEntries } from './filter-entries.ts';

const none = { id: undefined, panelName: undefined, search: '', page: 1 };

describe('the address of the configuration', () => {
  test.each([
    [{}, '', { ...none, subpage: 'assetdefinitions' }],
    [{ subpage: 'defs' }, '', { ...none, subpage: 'assetdefinitions' }],
    [{ subpage: 'constructor' }, '', { ...none, subpage: 'assetdefinitions' }],
    [{ subpage: 'Systems' }, '?search=a%20b', { ...none, subpage: 'systems', search: 'a b' }],
    [{ subpage: 'assetdefinitions', id: '7' }, '', { ...none, subpage: 'assetdefinitions', id: 7 }],
    [
      { subpage: 'assetdefinitions', id: '7', panelName: 'dataitems' },
      '',
      { ...none, subpage: 'assetdefinitions', id: 7, panelName: 'dataitems' },
    ],
    [{ subpage: 'assetdefinitions', id: '7', panelName: 'other' }, '', { ...none, subpage: 'assetdefinitions', id: 7 }],
    [{ subpage: 'assets', id: '-1', panelName: 'alarms' }, '', { ...none, subpage: 'assets' }],
    [{ subpage: 'assets' }, '?page=3&search=x', { ...none, subpage: 'assets', search: 'x', page: 3 }],
    [{ subpage: 'assets' }, '?page=-1', { ...none, subpage: 'assets' }],
    [{ subpage: 'assets', id: '1e9' }, '', { ...none, subpage: 'assets' }],
  ] as const)('%j %s', (params, search, place) => expect(readPlace(params, search)).toEqual(place));

  test.each([
    [{ subpage: 'systems' }, '/configuration/systems'],
    [{ subpage: 'systems', page: 2, search: 'a' }, '/configuration/systems?search=a&page=2'],
    [{ subpage: 'systems', id: 3, search: 'a b' }, '/configuration/systems/3?search=a+b'],
    [{ subpage: 'assetdefinitions', id: 3, panelName: 'events' }, '/configuration/assetdefinitions/3/events'],
    [{ subpage: 'assetdefinitions', panelName: 'events' }, '/configuration/assetdefinitions'],
  ] as const)('of %j', (place, path) => expect(placePath(place)).toBe(path));
});

test('a search finds what one text of an entry holds, whatever the case', () => {
  const entries = [
    { name: 'Pump 7', serial: 'ABC' },
    { name: 'Tank', serial: 'x.*' },
  ];
  const find = (search: string) =>
    filterEntries(entries, search, ({ name, serial }) => [name, serial]).map(({ name }) => name);
  expect([find(''), find(' pUMP '), find('abc'), find('.*'), find('7abc')]).toEqual([
    ['Pump 7', 'Tank'],
    ['Pump 7'],
    ['Pump 7'],
    ['Tank'],
    [],
  ]);
});
