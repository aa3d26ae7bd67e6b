import { type DashboardModel, emptyTab, NOTHING_KEPT } from '@telltale/domain/dashboard/dashboard-model.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aModel, aTile, names, tileIds, two } from '../testing/models.ts';
import { applyEdit, nextTabName } from './edits.ts';
import { isSameLayout, moveItem, resizeItem, tabLayout } from './layout.ts';
import { activeTab, shownTabs } from './tab-visibility.ts';

describe('tiles', () => {
  test('a new tile stands at 0,0 and the others make way', () => {
    const arranged = applyEdit(two, {
      kind: 'set-layout',
      tabId: 'a',
      size: 'lg',
      layout: tabLayout(two.tabs[0]!, 'lg'),
    });
    for (const before of [two, arranged]) {
      const added = applyEdit(before, { kind: 'add-tile', tabId: 'a', tile: aTile('new') });
      expect(new Map(tabLayout(added.tabs[0]!, 'lg').map(({ i, y }) => [i, y]))).toEqual(
        new Map([
          ['new', 0],
          ['t1', 20],
          ['t2', 40],
        ]),
      );
    }
  });

  test('tiles that go to another tab stand below what is there, and are nowhere else', () => {
    const moved = applyEdit(two, { kind: 'move-tiles', tileIds: ['t2', 'nowhere'], tabId: 'b' });
    expect(tileIds(moved)).toEqual([['t1'], ['t2']]);
    const again = applyEdit(moved, { kind: 'move-tiles', tileIds: ['t1'], tabId: 'b' });
    expect(tileIds(again)).toEqual([[], ['t2', 't1']]);
    expect(tabLayout(again.tabs[1]!, 'lg').map(({ i, y, w, h }) => [i, y, w, h])).toEqual([
      ['t2', 0, 20, 20],
      ['t1', 20, 20, 20],
    ]);
    expect(applyEdit(two, { kind: 'move-tiles', tileIds: ['t1'], tabId: 'a' })).toBe(two);
    expect(applyEdit(two, { kind: 'move-tiles', tileIds: ['t1'], tabId: 'gone' })).toBe(two);
  });

  test('several new tiles stand where they fit, and nothing else moves, at each size that somebody arranged', () => {
    const layout = tabLayout(two.tabs[0]!, 'xxs').map((place) => ({ ...place, h: 7 }));
    const arranged = applyEdit(two, { kind: 'set-layout', tabId: 'a', size: 'xxs', layout });
    const tiles = ['n1', 'n2', 'n3', 'n4'].map((id) => aTile(id, { w: 40, h: 10 }));
    const [tab] = applyEdit(arranged, { kind: 'add-tiles', tabId: 'a', tiles }).tabs;
    const places = (size: 'lg' | 'sm' | 'xxs', of = tab!) => {
      const layout = tabLayout(of, size).map(({ i, x, y }) => [i, x, y]);
      return layout.sort(([a], [b]) => String(a).localeCompare(String(b)));
    };
    // Beside t1, which is 20 wide, in the rest of the row; below what is there last.
    const beside = [
      ['n1', 20, 0],
      ['n2', 20, 10],
      ['n3', 20, 20],
      ['n4', 20, 30],
    ];
    expect(places('lg')).toEqual([...beside, ...places('lg', two.tabs[0]!)]);
    expect(places('sm')).toEqual(places('lg'));
    expect(tab?.layouts.sm).toBeUndefined();
    expect(places('xxs').slice(0, 4)).toEqual([
      ['n1', 0, 14],
      ['n2', 0, 24],
      ['n3', 0, 34],
      ['n4', 0, 44],
    ]);
    expect(tab?.tiles.map(({ id }) => id)).toEqual(['t1', 't2', 'n1', 'n2', 'n3', 'n4']);
  });

  test('a clone has the size and position of its original at every layout size', () => {
    const arranged = applyEdit(two, {
      kind: 'set-layout',
      tabId: 'a',
      size: 'sm',
      layout: [
        { i: 't1', x: 50, y: 0, w: 46, h: 9 },
        { i: 't2', x: 0, y: 0, w: 10, h: 10 },
      ],
    });
    const model = applyEdit(arranged, { kind: 'clone-tile', tileId: 't1', newId: 'c' });
    const [tab] = model.tabs;
    expect(tab?.tiles.find(({ id }) => id === 'c')).toEqual({ ...aTile('t1'), id: 'c' });
    expect(tab?.layouts.sm?.find(({ i }) => i === 'c')).toMatchObject({ x: 50, y: 0, w: 46, h: 9 });
    expect(tab?.layouts.lg?.find(({ i }) => i === 'c')).toMatchObject({ x: 0, y: 0, w: 20, h: 20 });
    expect(tab?.layouts.xxs?.find(({ i }) => i === 'c')).toMatchObject({ x: 0, y: 0, w: 6, h: 20 });
  });

  test('editing replaces the properties of that tile only', () => {
    const properties = { type: { name: 'Indicator', value: 'Indicator' }, decimals: 3 };
    const model = applyEdit(two, { kind: 'edit-tile', tileId: 't2', properties });
    expect(model.tabs[0]?.tiles[1]?.properties).toEqual(properties);
    expect(model.tabs[0]?.tiles[0]).toBe(two.tabs[0]?.tiles[0]);
    expect(model.tabs[1]).toBe(two.tabs[1]);
  });

  test('deleting takes it from every layout', () => {
    const cloned = applyEdit(two, { kind: 'clone-tile', tileId: 't1', newId: 'c' });
    const model = applyEdit(cloned, { kind: 'delete-tiles', tileIds: ['t1'] });
    expect(tileIds(model)).toEqual([['t2', 'c'], []]);
    expect(model.tabs[0]?.layouts.lg?.map(({ i }) => i)).toEqual(['t2', 'c']);
  });
});

describe('tabs', () => {
  const anybody = { permissionId: undefined, shownAt: ['xxs', 'sm', 'lg'] } as const;

  test.each([
    ['Pumps', 'Pumps'],
    ['  ', 'tab 3'],
  ])('added as %j it is named %s, stands last and is empty', (name, expected) => {
    const model = applyEdit(two, { kind: 'add-tab', newId: 'c', choices: { name, ...anybody } });
    expect(model.tabs[2]).toEqual(emptyTab('c', expected, 2));
  });

  test('the running number skips names that are taken', () => {
    const model = applyEdit(two, { kind: 'edit-tab', tabId: 'a', choices: { name: 'tab 3', ...anybody } });
    expect(nextTabName(model)).toBe('tab 4');
  });

  test('an empty new name leaves the old one', () => {
    const model = applyEdit(two, { kind: 'edit-tab', tabId: 'a', choices: { name: ' ', ...anybody } });
    expect(model.tabs[0]?.tab.name).toBe('tab 1');
  });

  test('permission and visibility are set and taken away', () => {
    const choices = { name: 'A', permissionId: 58, shownAt: ['sm', 'lg'] } as const;
    const guarded = applyEdit(two, { kind: 'edit-tab', tabId: 'a', choices });
    expect(guarded.tabs[0]?.tab).toEqual({ id: 'a', name: 'A', order: 0, permissionId: 58, xxs: false });
    const open = applyEdit(guarded, { kind: 'edit-tab', tabId: 'a', choices: { name: 'A', ...anybody } });
    expect(open.tabs[0]?.tab).toEqual({ id: 'a', name: 'A', order: 0 });
  });

  test('swapping two changes their order', () => {
    expect(names(applyEdit(two, { kind: 'swap-tabs', firstId: 'a', secondId: 'b' }))).toEqual(['0:b', '1:a']);
  });

  test('the time zone of a dashboard is set and taken away, beside keys that are not known', () => {
    const kept = { ...two.kept, document: { theirs: 1 } };
    const set = applyEdit({ ...two, kept }, { kind: 'set-zone', zone: 'Asia/Tokyo' });
    expect(set.kept.document).toEqual({ theirs: 1, timeZone: 'Asia/Tokyo' });
    expect(applyEdit(set, { kind: 'set-zone', zone: 'Asia/Tokyo' })).toBe(set);
    expect(applyEdit(set, { kind: 'set-zone', zone: undefined }).kept.document).toEqual({ theirs: 1 });
  });

  test('deleting renumbers; the last one stays', () => {
    const model = applyEdit(two, { kind: 'delete-tab', tabId: 'a' });
    expect(names(model)).toEqual(['0:b']);
    expect(applyEdit(model, { kind: 'delete-tab', tabId: 'b' })).toBe(model);
  });

  const audience = { size: 'xxs', isViewOnly: true, holds: (id?: number) => id === undefined || id === 58 } as const;
  const three: DashboardModel = {
    kept: NOTHING_KEPT,
    tabs: [
      { ...emptyTab('hidden', 'h', 0), tab: { id: 'hidden', name: 'h', order: 0, xxs: false } },
      { ...emptyTab('forbidden', 'f', 1), tab: { id: 'forbidden', name: 'f', order: 1, permissionId: 1 } },
      { ...emptyTab('open', 'o', 2), tab: { id: 'open', name: 'o', order: 2, permissionId: 58 } },
    ],
  };

  test.each([
    ['in view-only mode at a size it is hidden for', audience, ['open']],
    ['at a size it is shown for', { ...audience, size: 'lg' as const }, ['hidden', 'open']],
    ['while editing', { ...audience, isViewOnly: false }, ['hidden', 'open']],
    ['with every permission', { ...audience, holds: () => true }, ['forbidden', 'open']],
  ])('%s', (_name, who, expected) => {
    expect(shownTabs(three, who).map(({ tab }) => tab.id)).toEqual(expected);
  });

  test('when the active one is not shown the first that is becomes active', () => {
    const shown = shownTabs(three, audience);
    expect(activeTab(shown, 'hidden')?.tab.id).toBe('open');
    expect(activeTab(shown, 'open')?.tab.id).toBe('open');
    expect(activeTab([], 'open')).toBeUndefined();
  });
});

describe('layouts', () => {
  test('a phone has the tiles in one column, in the order they are read on the desk', () => {
    const model = aModel({ id: 'a', tiles: [aTile('low', { y: 20 }), aTile('right', { x: 30 }), aTile('left')] });
    expect(tabLayout(model.tabs[0]!, 'xxs')).toEqual([
      { i: 'left', x: 0, y: 0, w: 6, h: 20 },
      { i: 'right', x: 0, y: 20, w: 6, h: 20 },
      { i: 'low', x: 0, y: 40, w: 6, h: 20 },
    ]);
  });

  test("a tablet has the desk's until somebody arranges its own", () => {
    const tab = two.tabs[0]!;
    expect(isSameLayout(tabLayout(tab, 'sm'), tabLayout(tab, 'lg'))).toBe(true);
  });

  test('the keyboard moves a tile over the one below, and back', () => {
    const layout = tabLayout(two.tabs[0]!, 'lg');
    const down = moveItem(layout, 't1', 0, 1, 'lg');
    expect(down.find(({ i }) => i === 't1')?.y).toBe(20);
    expect(isSameLayout(moveItem(down, 't1', 0, -1, 'lg'), layout)).toBe(true);
    expect(moveItem(layout, 't1', -5, 0, 'lg').find(({ i }) => i === 't1')?.x).toBe(0);
    expect(moveItem(layout, 't1', 3, 0, 'lg').find(({ i }) => i === 't1')?.x).toBe(3);
  });

  test('the keyboard resizes within the grid and never to nothing', () => {
    const layout = tabLayout(two.tabs[0]!, 'lg');
    expect(resizeItem(layout, 't1', 500, 4, 'lg').find(({ i }) => i === 't1')).toMatchObject({ w: 96, h: 24 });
    expect(resizeItem(layout, 't1', -500, -500, 'lg').find(({ i }) => i === 't1')).toMatchObject({ w: 4, h: 3 });
  });

  test('five thousand tiles at one place are laid out', () => {
    const tiles = Array.from({ length: 5_000 }, (_, index) => aTile(`t${index}`));
    const layout = tabLayout(aModel({ id: 'a', tiles }).tabs[0]!, 'lg');
    expect(Math.max(...layout.map(({ y }) => y))).toBe(4_999 * 20);
  });

  const place = fc.record({
    x: fc.integer({ min: 0, max: 120 }),
    y: fc.integer({ min: 0, max: 200 }),
    w: fc.integer({ min: 1, max: 120 }),
    h: fc.integer({ min: 1, max: 60 }),
  });

  test('tiles never overlap and never leave the grid, whatever is stored and however they are moved', () => {
    const step = fc.tuple(fc.nat(9), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -1, max: 1 }), fc.boolean());
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 1, maxLength: 10 }),
        fc.array(step, { maxLength: 8 }),
        (grids, steps) => {
          const tab = aModel({ id: 'a', tiles: grids.map((grid, index) => aTile(`t${index}`, grid)) }).tabs[0]!;
          for (const [size, columns] of [
            ['lg', 96],
            ['xxs', 6],
          ] as const) {
            let layout = tabLayout(tab, size);
            for (const [tile, dx, dy, isMove] of steps) {
              layout = (isMove ? moveItem : resizeItem)(layout, `t${tile}`, dx, dy, size);
            }
            expect(layout).toHaveLength(grids.length);
            for (const item of layout) {
              expect(item.x + item.w).toBeLessThanOrEqual(columns);
              const overlaps = layout.some(
                (other) =>
                  other.i !== item.i &&
                  item.x < other.x + other.w &&
                  other.x < item.x + item.w &&
                  item.y < other.y + other.h &&
                  other.y < item.y + item.h,
              );
              expect(overlaps).toBe(false);
            }
          }
        },
      ),
    );
  });
});
