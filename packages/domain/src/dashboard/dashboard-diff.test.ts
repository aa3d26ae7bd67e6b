import type { Tile } from '@telltale/contract';
import { describe, expect, test } from 'vitest';
import { diffDashboards, hasDifferences, listChanges } from './dashboard-diff.ts';
import type { DashboardModel, DashboardTab } from './dashboard-model.ts';

function aTile(id: string, x = 0, settings: Record<string, unknown> = {}): Tile {
  const properties = { type: { name: 'Dial Gauge', value: 'Gauge' }, min: 0, ...settings };
  return { id, properties, dataGrid: { x, y: 0, w: 20, h: 20 } };
}

function aDashboard(tabs: Record<string, Tile[]>, document: Record<string, unknown> = {}): DashboardModel {
  const list = Object.entries(tabs).map(([id, tiles], order): DashboardTab => {
    return { tab: { id, name: `Tab ${id}`, order }, tiles, layouts: {}, kept: { tiles: [], layouts: {} } };
  });
  return { tabs: list, kept: { document, tiles: {}, layouts: {} } };
}

const placesOf = ({ tiles }: DashboardTab) => new Map(tiles.map(({ id, dataGrid }) => [id, dataGrid]));
const diff = (before: DashboardModel, after: DashboardModel) => diffDashboards(before, after, placesOf);
const before = aDashboard({ a: [aTile('t1'), aTile('t2', 20), aTile('t3', 40)], b: [aTile('t4')] }, { zone: 'UTC' });

describe('the difference of two dashboards', () => {
  test('is nothing when they say the same', () => {
    const result = diff(before, structuredClone(before));
    expect(hasDifferences(result)).toBe(false);
    expect(result.tabs[0]?.tiles.map(({ kind }) => kind)).toEqual(['same', 'same', 'same']);
  });

  test('names added, removed, moved and changed tiles, each with its places', () => {
    const after = aDashboard({
      a: [aTile('new'), aTile('t1', 9), aTile('t3', 40, { min: 4, colour: 'teal' })],
      b: [aTile('t4')],
    });
    const [tab] = diff(before, after).tabs;
    expect(tab?.tiles.map(({ tileId, kind, before, after }) => [tileId, kind, before?.x, after?.x])).toEqual([
      ['new', 'added', undefined, 0],
      ['t1', 'moved', 0, 9],
      ['t3', 'changed', 40, 40],
      ['t2', 'removed', 20, undefined],
    ]);
    expect(tab?.tiles[2]?.settings).toEqual([
      { path: 'min', before: 0, after: 4 },
      { path: 'colour', before: undefined, after: 'teal' },
    ]);
  });

  test('names added, removed and renamed tabs, and a tile that came from another one', () => {
    const after = aDashboard({ b: [aTile('t1')], c: [aTile('t9')] }, { zone: 'Asia/Tokyo' });
    after.tabs[0]!.tab.name = 'Details';
    const result = diff(before, after);
    expect(result.tabs.map(({ tab, kind }) => [tab.id, kind])).toEqual([
      ['b', 'changed'],
      ['c', 'added'],
      ['a', 'removed'],
    ]);
    expect(result.tabs[0]?.settings).toEqual([{ path: 'name', before: 'Tab b', after: 'Details' }]);
    expect(result.tabs[0]?.tiles[0]).toMatchObject({ tileId: 't1', kind: 'moved', fromTab: 'Tab a' });
    expect(result.settings).toEqual([{ path: 'zone', before: 'UTC', after: 'Asia/Tokyo' }]);
  });

  test('leaves out what says nothing: the mark of a submit', () => {
    const after = aDashboard(
      {
        a: [aTile('t1', 0, { settingsGuid: 'x' }), aTile('t2', 20), aTile('t3', 40)],
        b: [aTile('t4')],
      },
      { zone: 'UTC' },
    );
    expect(hasDifferences(diff(before, after))).toBe(false);
  });
});

test.each<[unknown, unknown, string[]]>([
  [{ a: 1 }, { a: 1, b: undefined }, []],
  [
    { series: [{ color: 'red' }] },
    { series: [{ color: 'blue' }, { color: 'green' }] },
    ['series[0].color', 'series[1]'],
  ],
  [{ a: { b: 1 } }, { a: 5 }, ['a']],
  [{ a: [1] }, { a: { 0: 1 } }, ['a']],
])('the changes from %j to %j are at %j', (first, second, paths) => {
  expect(listChanges(first, second).map(({ path }) => path)).toEqual(paths);
});
