import type { Tile } from '@telltale/contract';
import { mergeDashboards } from '@telltale/domain/dashboard/dashboard-merge.ts';
import { type DashboardModel, emptyTab, NOTHING_KEPT } from '@telltale/domain/dashboard/dashboard-model.ts';
import { readConfig, writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DashboardAction, dashboardReducer, isChanged, startState } from './dashboard-reducer.ts';
import { applyEdit, type Edit, nextTabName } from './edits.ts';
import { isSameLayout, moveItem, resizeItem, tabLayout } from './layout.ts';
import { activeTab, shownTabs } from './tab-visibility.ts';

function aTile(id: string, grid: Partial<Tile['dataGrid']> = {}): Tile {
  return {
    id,
    properties: { type: { name: 'Dial Gauge', value: 'Gauge' }, min: 0 },
    dataGrid: { x: 0, y: 0, w: 20, h: 20, ...grid },
  };
}

function aModel(...tabs: { id: string; tiles?: Tile[] }[]): DashboardModel {
  return {
    tabs: tabs.map(({ id, tiles = [] }, order) => ({ ...emptyTab(id, `tab ${order + 1}`, order), tiles })),
    kept: NOTHING_KEPT,
  };
}

const names = (model: DashboardModel) => model.tabs.map(({ tab }) => `${tab.order}:${tab.id}`);
const tileIds = (model: DashboardModel) => model.tabs.map(({ tiles }) => tiles.map(({ id }) => id));
const two = aModel({ id: 'a', tiles: [aTile('t1'), aTile('t2', { y: 20 })] }, { id: 'b' });

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

describe('undo and redo', () => {
  const id = fc.constantFrom('a', 'b', 't1', 't2', 'n1', 'n2');
  const choices = fc.record({
    name: fc.string(),
    permissionId: fc.option(fc.integer({ min: 1, max: 97 }), { nil: undefined }),
    shownAt: fc.subarray(['xxs', 'sm', 'lg'] as const),
  });
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.record({ kind: fc.constant('add-tile' as const), tabId: id, tile: fc.uuid().map((tileId) => aTile(tileId)) }),
    fc.record({
      kind: fc.constant('add-tiles' as const),
      tabId: id,
      tiles: fc.array(fc.uuid().map((tileId) => aTile(tileId, { w: 24 }))),
    }),
    fc.record({
      kind: fc.constant('edit-tile' as const),
      tileId: id,
      properties: fc.integer().map((min) => ({ type: { name: 'g', value: 'Gauge' }, min })),
    }),
    fc.record({ kind: fc.constant('clone-tile' as const), tileId: id, newId: fc.uuid() }),
    fc.record({ kind: fc.constant('delete-tiles' as const), tileIds: fc.array(id) }),
    fc.record({
      kind: fc.constant('paste-tiles' as const),
      tabId: id,
      tiles: fc.array(
        fc.uuid().map((tileId) => ({ tile: aTile(tileId), places: { lg: { x: 9, y: 40, w: 5, h: 9 } } })),
      ),
    }),
    fc.record({ kind: fc.constant('move-tiles' as const), tileIds: fc.array(id), tabId: id }),
    fc.record({
      kind: fc.constant('set-layout' as const),
      tabId: id,
      size: fc.constantFrom('lg' as const, 'sm' as const, 'xxs' as const),
      layout: fc.constant([{ i: 't1', x: 3, y: 0, w: 2, h: 9 }]),
    }),
    fc.record({ kind: fc.constant('add-tab' as const), newId: fc.uuid(), choices }),
    fc.record({ kind: fc.constant('edit-tab' as const), tabId: id, choices }),
    fc.record({ kind: fc.constant('delete-tab' as const), tabId: id }),
    fc.record({ kind: fc.constant('swap-tabs' as const), firstId: id, secondId: id }),
    fc.record({ kind: fc.constant('set-zone' as const), zone: fc.constantFrom('Asia/Tokyo', 'UTC', undefined) }),
    fc.record({
      kind: fc.constant('replace' as const),
      model: fc.constantFrom(two, aModel({ id: 'a', tiles: [aTile('n1')] }, { id: 'n2' })),
      label: fc.string(),
    }),
  );
  const action: fc.Arbitrary<DashboardAction> = fc.oneof(
    { weight: 9, arbitrary: edit.map((one) => ({ type: 'edit' as const, edit: one })) },
    // An arrow key held down: several edits, one step.
    fc.record({ type: fc.constant('edit' as const), edit, gesture: fc.constantFrom('first', 'second') }),
    fc.constant({ type: 'discard' as const }),
  );

  test('any edits and as many undos give the identical document, and redos the edited one', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 100 }), (actions) => {
        let state = actions.reduce(dashboardReducer, startState(two));
        const edited = writeConfig(state.working);
        while (state.past.length > 0) state = dashboardReducer(state, { type: 'undo' });
        expect(state.working).toBe(two);
        expect(isChanged(state)).toBe(false);
        while (state.future.length > 0) state = dashboardReducer(state, { type: 'redo' });
        expect(writeConfig(state.working)).toBe(edited);
      }),
    );
  });

  test('whatever is edited can be stored and read again', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const model = edits.reduce(applyEdit, two);
        const text = writeConfig(model);
        const again = writeConfig(readConfig(text, () => 'never').model);
        expect(JSON.parse(again)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('an edit that changes nothing is no step', () => {
    const state = startState(two);
    expect(dashboardReducer(state, { type: 'edit', edit: { kind: 'delete-tab', tabId: 'none' } })).toBe(state);
  });

  const rename = (name: string) => {
    const choices = { name, permissionId: undefined, shownAt: ['xxs', 'sm', 'lg'] } as const;
    return { type: 'edit', edit: { kind: 'edit-tab', tabId: 'a', choices } } as const;
  };

  test('saving makes the saved one the baseline; edits made meanwhile stay edits', () => {
    const first = dashboardReducer(startState(two), rename('One'));
    const second = dashboardReducer(first, rename('Two'));
    const saved = dashboardReducer(second, { type: 'saved', model: first.working });
    expect(isChanged(saved)).toBe(true);
    expect(isChanged(dashboardReducer(saved, { type: 'undo' }))).toBe(false);
  });

  test('a discard gives the stored one, and can be undone', () => {
    const edited = dashboardReducer(startState(two), { type: 'edit', edit: { kind: 'delete-tiles', tileIds: ['t1'] } });
    const discarded = dashboardReducer(edited, { type: 'discard' });
    expect(isChanged(discarded)).toBe(false);
    expect(dashboardReducer(discarded, { type: 'undo' }).working).toBe(edited.working);
  });

  test('a hundred steps are remembered, not more', () => {
    let state = startState(two);
    for (let step = 0; step < 150; step++) {
      state = dashboardReducer(state, rename(`name ${step}`));
    }
    expect(state.past).toHaveLength(100);
  });
});

describe('two people at once', () => {
  /** Two tabs of both, and one of each alone. */
  const base = aModel(
    { id: 'a', tiles: [aTile('m1'), aTile('t1', { x: 20 }), aTile('m2', { y: 20 })] },
    { id: 'b', tiles: [aTile('t2'), aTile('m3', { x: 40 })] },
    { id: 'm', tiles: [aTile('m4')] },
    { id: 't', tiles: [aTile('t3')] },
  );
  type Change = Edit | { kind: 'move' | 'resize'; tileId: string; size: 'lg' | 'sm' | 'xxs'; by: [number, number] };

  /** Everything that one of them can do to what is theirs. */
  function changesOf(who: 'm' | 't'): fc.Arbitrary<Change> {
    const own = fc.constantFrom(...['1', '2', '3', '4'].map((number) => who + number));
    const tabId = fc.constantFrom('a', 'b', who);
    const fresh = fc.uuid().map((id) => who + id);
    const tile = fresh.map((id) => aTile(id, { w: 24 }));
    const min = fc.integer().map((min) => ({ type: { name: 'g', value: 'Gauge' }, min }));
    const choices = fc.record({
      name: fc.string(),
      permissionId: fc.option(fc.integer({ min: 1, max: 97 }), { nil: undefined }),
      shownAt: fc.subarray(['xxs', 'sm', 'lg'] as const),
    });
    return fc.oneof(
      fc.record({ kind: fc.constant('add-tile' as const), tabId, tile }),
      fc.record({ kind: fc.constant('add-tiles' as const), tabId, tiles: fc.array(tile, { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('edit-tile' as const), tileId: own, properties: min }),
      fc.record({ kind: fc.constant('clone-tile' as const), tileId: own, newId: fresh }),
      fc.record({ kind: fc.constant('delete-tiles' as const), tileIds: fc.array(own, { maxLength: 2 }) }),
      fc.record({
        kind: fc.constant('paste-tiles' as const),
        tabId,
        tiles: fc.array(
          tile.map((one) => ({ tile: one, places: {} })),
          { maxLength: 2 },
        ),
      }),
      fc.record({
        kind: fc.constantFrom('move' as const, 'resize' as const),
        tileId: own,
        size: fc.constantFrom('lg' as const, 'sm' as const, 'xxs' as const),
        by: fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -3, max: 3 })),
      }),
      fc.record({ kind: fc.constant('add-tab' as const), newId: fresh, choices }),
      fc.record({ kind: fc.constant('edit-tab' as const), tabId: fc.constant(who), choices }),
      fc.record({ kind: fc.constant('delete-tab' as const), tabId: fc.constant(who) }),
      fc.record({ kind: fc.constant('swap-tabs' as const), firstId: tabId, secondId: tabId }),
    );
  }

  function apply(model: DashboardModel, change: Change): DashboardModel {
    if (!('by' in change)) return applyEdit(model, change);
    const tab = model.tabs.find(({ tiles }) => tiles.some(({ id }) => id === change.tileId));
    if (tab === undefined) return model;
    const arrange = change.kind === 'move' ? moveItem : resizeItem;
    const layout = arrange(tabLayout(tab, change.size), change.tileId, ...change.by, change.size);
    return applyEdit(model, { kind: 'set-layout', tabId: tab.tab.id, size: change.size, layout });
  }

  /** The tiles of one of them with the tab that each stands in, and the tabs that are theirs alone. */
  const partOf = (who: 'm' | 't', { tabs }: DashboardModel) => ({
    tiles: tabs
      .flatMap(({ tab, tiles }) => tiles.map(({ id, properties }) => ({ id, tabId: tab.id, properties })))
      .filter(({ id }) => id.startsWith(who))
      .sort((first, second) => first.id.localeCompare(second.id)),
    tabs: tabs
      .filter(({ tab }) => tab.id.startsWith(who))
      .map(({ tab: { order: _order, ...tab } }) => tab)
      .sort((first, second) => first.id.localeCompare(second.id)),
  });

  test('edits of every kind to different tiles and tabs both survive, whoever saves last', () => {
    const edits = (who: 'm' | 't') => fc.array(changesOf(who), { maxLength: 12 });
    fc.assert(
      fc.property(edits('m'), edits('t'), (myChanges, theirChanges) => {
        const mine = myChanges.reduce(apply, base);
        const theirs = theirChanges.reduce(apply, base);
        const { merged, conflicts } = mergeDashboards(base, mine, theirs);
        expect(conflicts).toEqual([]);
        expect(partOf('m', merged)).toEqual(partOf('m', mine));
        expect(partOf('t', merged)).toEqual(partOf('t', theirs));
        const orders = merged.tabs.map(({ tab }) => tab.order);
        expect(orders).toEqual([...new Set(orders)].sort((first, second) => first - second));
        const text = writeConfig(merged);
        expect(JSON.parse(writeConfig(readConfig(text).model))).toEqual(JSON.parse(text));
      }),
    );
  });
});
