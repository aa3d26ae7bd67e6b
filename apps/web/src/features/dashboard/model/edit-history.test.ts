import { mergeDashboards } from '@telltale/domain/dashboard/dashboard-merge.ts';
import type { DashboardModel } from '@telltale/domain/dashboard/dashboard-model.ts';
import { readConfig, writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aModel, aTile, two } from '../testing/models.ts';
import { type DashboardAction, dashboardReducer, isChanged, startState } from './dashboard-reducer.ts';
import { applyEdit, type Edit } from './edits.ts';
import { moveItem, resizeItem, tabLayout } from './layout.ts';

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
