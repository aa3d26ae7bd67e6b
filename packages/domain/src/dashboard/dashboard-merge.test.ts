import type { Tile } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeDashboards } from './dashboard-merge.ts';
import type { DashboardModel, DashboardTab } from './dashboard-model.ts';
import { readConfig, writeConfig } from './read-config.ts';
import type { Side } from './three-way.ts';

function aTile(id: string, settings: Record<string, unknown> = {}): Tile {
  const properties = { type: { name: 'Dial Gauge', value: 'Gauge' }, min: 0, future: 'kept', ...settings };
  return { id, properties, dataGrid: { x: 0, y: 0, w: 20, h: 20 } };
}

function aTab(id: string, tiles: Tile[], differences: Partial<DashboardTab> = {}): DashboardTab {
  return { tab: { id, name: id, order: 0 }, tiles, layouts: {}, kept: { tiles: [], layouts: {} }, ...differences };
}

function aDashboard(tabs: DashboardTab[], document: Record<string, unknown> = {}): DashboardModel {
  const ordered = tabs.map((tab, order) => ({ ...tab, tab: { ...tab.tab, order } }));
  return { tabs: ordered, kept: { document, tiles: {}, layouts: {} } };
}

const base = aDashboard([aTab('a', [aTile('t1'), aTile('t2')]), aTab('b', [aTile('t3')])], { zone: 'UTC' });

/** The base with one tab changed. */
function withTab(id: string, change: (tab: DashboardTab) => DashboardTab, from = base): DashboardModel {
  return { ...from, tabs: from.tabs.map((tab) => (tab.tab.id === id ? change(tab) : tab)) };
}
const withTile = (id: string, settings: Record<string, unknown>, from = base): DashboardModel => ({
  ...from,
  tabs: from.tabs.map((tab) => ({
    ...tab,
    tiles: tab.tiles.map((tile) => (tile.id === id ? aTile(id, settings) : tile)),
  })),
});
const withoutTile = (id: string): DashboardModel => ({
  ...base,
  tabs: base.tabs.map((tab) => ({ ...tab, tiles: tab.tiles.filter((tile) => tile.id !== id) })),
});
const without = (id: string): DashboardModel => ({ ...base, tabs: base.tabs.filter(({ tab }) => tab.id !== id) });
const adding = (...ids: string[]) =>
  withTab('a', (tab) => ({ ...tab, tiles: [...ids.map((id) => aTile(id)), ...tab.tiles] }));

const tileIds = ({ tabs }: DashboardModel) => tabs.map(({ tab, tiles }) => `${tab.id}: ${tiles.map(({ id }) => id)}`);
const tileOf = ({ tabs }: DashboardModel, id: string) =>
  tabs.flatMap(({ tiles }) => tiles).find((tile) => tile.id === id);

describe('changes of different things', () => {
  test('two new tiles are both there', () => {
    const { merged, conflicts } = mergeDashboards(base, adding('m'), adding('t'));
    expect(conflicts).toEqual([]);
    expect(tileIds(merged)).toEqual(['a: t,m,t1,t2', 'b: t3']);
  });

  test('two tiles changed, one deleted, one tab renamed and one added', () => {
    const mine = withTile(
      't1',
      { min: 5 },
      withTab('b', (tab) => ({ ...tab, tab: { ...tab.tab, name: 'Details' } })),
    );
    const theirs = { ...withoutTile('t2'), tabs: [...withoutTile('t2').tabs, aTab('c', [aTile('t9')])] };
    const { merged, conflicts } = mergeDashboards(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(tileIds(merged)).toEqual(['a: t1', 'b: t3', 'c: t9']);
    expect(tileOf(merged, 't1')?.properties.min).toBe(5);
    expect(merged.tabs.map(({ tab }) => [tab.name, tab.order])).toEqual([
      ['a', 0],
      ['Details', 1],
      ['c', 2],
    ]);
  });

  test('a tile that one changed and the other moved to another tab is changed there', () => {
    const moved = aDashboard([aTab('a', [aTile('t2')]), aTab('b', [aTile('t1'), aTile('t3')])], { zone: 'UTC' });
    const { merged, conflicts } = mergeDashboards(base, withTile('t1', { min: 5 }), moved);
    expect(conflicts).toEqual([]);
    expect(tileIds(merged)).toEqual(['a: t2', 'b: t1,t3']);
    expect(tileOf(merged, 't1')?.properties.min).toBe(5);
  });

  test('places merge tile by tile, and mine hold where both moved one', () => {
    const at = (x: number) => ({ i: 't1', x, y: 0, w: 20, h: 20 });
    const arranged = (first: number, second: number) =>
      withTab('a', (tab) => ({ ...tab, layouts: { lg: [at(first), { ...at(second), i: 't2' }] } }));
    const { merged, conflicts } = mergeDashboards(arranged(0, 20), arranged(4, 30), arranged(0, 50));
    expect(conflicts).toEqual([]);
    expect(merged.tabs[0]?.layouts.lg).toEqual([at(4), { ...at(30), i: 't2' }]);
    const apart = mergeDashboards(arranged(0, 20), arranged(4, 20), arranged(0, 50));
    expect(apart.merged.tabs[0]?.layouts.lg).toEqual([at(4), { ...at(50), i: 't2' }]);
  });

  test('unknown keys of the document, a tab and a tile are kept from both', () => {
    const mine = { ...base, kept: { ...base.kept, document: { zone: 'UTC', background: 'teal' } } };
    const theirs = withTab('a', (tab) => ({
      ...tab,
      tab: { ...tab.tab, icon: 'pump' },
      kept: { tiles: [7], layouts: { xl: [] } },
    }));
    const { merged } = mergeDashboards(base, mine, theirs);
    expect(merged.kept.document).toEqual({ zone: 'UTC', background: 'teal' });
    expect(merged.tabs[0]?.tab.icon).toBe('pump');
    expect(merged.tabs[0]?.kept).toEqual({ tiles: [7], layouts: { xl: [] } });
  });

  test('a tab that they deleted, and that only got another number from me, is gone without a question', () => {
    const swapped = {
      ...base,
      tabs: [...base.tabs].reverse().map((tab, order) => ({ ...tab, tab: { ...tab.tab, order } })),
    };
    const { merged, conflicts } = mergeDashboards(base, swapped, without('b'));
    expect(conflicts).toEqual([]);
    expect(tileIds(merged)).toEqual(['a: t1,t2']);
  });

  test('when each deletes another tab, mine are left', () => {
    expect(mergeDashboards(base, without('a'), without('b')).merged.tabs.map(({ tab }) => tab.id)).toEqual(['b']);
  });

  test('the same change by both is no conflict', () => {
    const { conflicts, merged } = mergeDashboards(base, withTile('t1', { min: 5 }), withTile('t1', { min: 5 }));
    expect(conflicts).toEqual([]);
    expect(tileOf(merged, 't1')?.properties.min).toBe(5);
  });
});

describe('changes of the same thing ask', () => {
  test.each<[Side, number]>([
    ['mine', 5],
    ['theirs', 6],
  ])('a tile changed twice, settled for %s', (side, min) => {
    const { merged, conflicts } = mergeDashboards(
      base,
      withTile('t1', { min: 5 }),
      withTile('t1', { min: 6 }),
      () => side,
    );
    expect(conflicts).toMatchObject([
      { id: 'tile:t1', kind: 'tile', mine: { properties: { min: 5 } }, theirs: { properties: { min: 6 } } },
    ]);
    expect(tileOf(merged, 't1')?.properties.min).toBe(min);
  });

  test.each<[Side, string]>([
    ['mine', 'a: t1,t2'],
    ['theirs', 'a: t2'],
  ])('a tile that they deleted and I changed, settled for %s', (side, expected) => {
    const { merged, conflicts } = mergeDashboards(base, withTile('t1', { min: 5 }), withoutTile('t1'), () => side);
    expect(conflicts).toMatchObject([{ id: 'tile:t1', theirs: undefined }]);
    expect(tileIds(merged)[0]).toBe(expected);
  });

  test.each<[Side, string[]]>([
    ['mine', ['a: t1,t2', 'b: t3']],
    ['theirs', ['a: t1,t2']],
  ])('a tab that they deleted and I worked in, settled for %s: one question, not one per tile', (side, expected) => {
    const { merged, conflicts } = mergeDashboards(base, withTile('t3', { min: 5 }), without('b'), () => side);
    expect(conflicts).toMatchObject([{ id: 'tab:b', kind: 'tab', theirs: undefined }]);
    expect(tileIds(merged)).toEqual(expected);
  });

  test('a tab named twice, and a key of the document set twice', () => {
    const named = (name: string, zone: string): DashboardModel => {
      const model = withTab('a', (tab) => ({ ...tab, tab: { ...tab.tab, name } }));
      return { ...model, kept: { ...model.kept, document: { zone } } };
    };
    const { merged, conflicts } = mergeDashboards(
      base,
      named('Mine', 'Europe/Berlin'),
      named('Theirs', 'Asia/Tokyo'),
      (id) => (id === 'tab:a' ? 'theirs' : 'mine'),
    );
    expect(conflicts.map(({ id }) => id)).toEqual(['setting:zone', 'tab:a']);
    expect(merged.tabs[0]?.tab.name).toBe('Theirs');
    expect(merged.kept.document.zone).toBe('Europe/Berlin');
  });

  test('a tile that I moved into a tab which they deleted stays in its own', () => {
    const moved = aDashboard([aTab('a', [aTile('t2')]), aTab('b', [aTile('t1'), aTile('t3')])], { zone: 'UTC' });
    const { merged } = mergeDashboards(base, moved, without('b'), () => 'theirs');
    expect(tileIds(merged)).toEqual(['a: t1,t2']);
  });
});

describe('whatever two people do', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const tileIdArb = fc.constantFrom('t1', 't2', 't3', 't4', '__proto__', 'constructor');
  const tile = fc.record({
    id: tileIdArb,
    properties: fc.record({ type: fc.constant({ name: 'g', value: 'Gauge' }), min: fc.nat(3) }),
    extra: json,
  });
  const item = fc.record({
    i: tileIdArb,
    x: fc.nat(9),
    y: fc.nat(9),
    w: fc.integer({ min: 1, max: 9 }),
    h: fc.integer({ min: 1, max: 9 }),
  });
  const document = fc.record({
    tabs: fc.array(fc.record({ id: fc.constantFrom('a', 'b', '__proto__'), name: fc.string(), order: fc.nat(3) })),
    tiles: fc.oneof(json, fc.dictionary(fc.constantFrom('a', 'b'), fc.array(tile))),
    layouts: fc.oneof(json, fc.dictionary(fc.constantFrom('a', 'b'), fc.record({ lg: fc.array(item) }))),
    more: json,
  });
  const dashboard = document.map((one) => readConfig(JSON.stringify(one)).model);

  test('documents of any shape merge without a crash into one that can be stored and read again', () => {
    fc.assert(
      fc.property(dashboard, dashboard, dashboard, fc.func(fc.constantFrom<Side>('mine', 'theirs')), (...all) => {
        const [first, mine, theirs, choose] = all;
        const { merged } = mergeDashboards(first, mine, theirs, choose);
        const text = writeConfig(merged);
        expect(JSON.parse(writeConfig(readConfig(text).model))).toEqual(JSON.parse(text));
        expect(merged.tabs.length).toBeGreaterThan(0);
        const ids = merged.tabs.flatMap(({ tiles }) => tiles.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('who changed nothing gets what the other made', () => {
    fc.assert(
      fc.property(dashboard, dashboard, (first, other) => {
        expect(mergeDashboards(first, other, first)).toEqual({ merged: other, conflicts: [] });
        expect(mergeDashboards(first, first, other)).toEqual({ merged: other, conflicts: [] });
        expect(mergeDashboards(first, other, structuredClone(other)).conflicts).toEqual([]);
      }),
    );
  });

  test('edits of different tiles are both in it, whatever they are', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
    const large = aDashboard([
      aTab(
        'a',
        ids.slice(0, 6).map((id) => aTile(id)),
      ),
      aTab(
        'b',
        ids.slice(6).map((id) => aTile(id)),
      ),
    ]);
    const change = fc.constantFrom('delete', 'set', 'keep');
    const perTile = fc.tuple(...ids.map(() => fc.tuple(fc.boolean(), change)));
    const edited = (changes: [boolean, string][], isMine: boolean, added: string): DashboardModel => ({
      ...large,
      tabs: large.tabs.map((tab) => ({
        ...tab,
        tiles: [
          ...(tab.tab.id === 'a' ? [aTile(added)] : []),
          ...tab.tiles.flatMap((one) => {
            const [owner, what] = changes[ids.indexOf(one.id)] ?? [false, 'keep'];
            if (owner !== isMine || what === 'keep') return [one];
            return what === 'delete' ? [] : [aTile(one.id, { min: isMine ? 1 : 2 })];
          }),
        ],
      })),
    });
    fc.assert(
      fc.property(perTile, (changes) => {
        const { merged, conflicts } = mergeDashboards(large, edited(changes, true, 'm'), edited(changes, false, 't'));
        expect(conflicts).toEqual([]);
        expect(tileOf(merged, 'm')).toBeDefined();
        expect(tileOf(merged, 't')).toBeDefined();
        for (const [index, [isMine, what]] of changes.entries()) {
          const min = tileOf(merged, `t${index}`)?.properties.min;
          expect(min).toBe(what === 'delete' ? undefined : what === 'set' ? (isMine ? 1 : 2) : 0);
        }
      }),
    );
  });

  test('five thousand tiles merge', () => {
    const many = (min: number) =>
      aDashboard([
        aTab(
          'a',
          Array.from({ length: 5_000 }, (_, index) => aTile(`t${index}`, { min: index < 10 ? min : 0 })),
        ),
      ]);
    const mine = many(0);
    const { conflicts } = mergeDashboards(many(1), mine, many(2));
    expect(conflicts).toHaveLength(10);
  });
});
