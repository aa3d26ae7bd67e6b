import type { dashboards } from '@telltale/contract';
import { describe, expect, test } from 'vitest';
import { aModel, aTile, tileIds, two } from '../testing/models.ts';
import { isChanged } from './dashboard-reducer.ts';
import { type EditorAction, type EditorState, editorReducer, startEditor } from './editor-reducer.ts';

const aRecord = (version: number) =>
  ({ dashboardId: 4, dashboardName: 'Pump', version, modifiedBy: 'ada' }) as dashboards.Dashboard;

const theirModel = aModel({ id: 'a', tiles: [aTile('t1'), aTile('t2', { y: 20 }), aTile('theirs')] }, { id: 'b' });
const THEIRS = { record: aRecord(2), model: theirModel };
const DELETE_T1 = { type: 'edit', edit: { kind: 'delete-tiles', tileIds: ['t1'] } } as const;

/** Edited, with a dialog open, while the portal is being asked. */
const busy: EditorState = (
  [DELETE_T1, { type: 'dialog', dialog: { kind: 'history' } }, { type: 'begin' }] as const
).reduce<EditorState>(editorReducer, startEditor({ record: aRecord(1), model: two, problem: 'It is no dashboard.' }));

describe('one action ends', () => {
  const after = (action: EditorAction) => editorReducer(busy, action);

  test('a save: what was stored is the ground, its record is known, nothing is open or wrong', () => {
    const saved = after({ type: 'saved', model: busy.working, record: aRecord(2) });
    expect(saved).toMatchObject({ dialog: undefined, isBusy: false, problem: undefined, record: { version: 2 } });
    expect(isChanged(saved)).toBe(false);
    expect(saved.past).toBe(busy.past);
  });

  test('a save under another name: nothing is unsaved, and the record is still that of the first', () => {
    const savedAs = after({ type: 'savedAs', model: busy.working });
    expect(savedAs).toMatchObject({ dialog: undefined, isBusy: false, record: { version: 1 } });
    expect(isChanged(savedAs)).toBe(false);
  });

  test('a save that met another: every step stands on theirs, and the save goes on', () => {
    const known = [busy.working, aModel({ id: 'a', tiles: [aTile('t2'), aTile('theirs')] })] as const;
    const merged = after({ type: 'merge', theirs: THEIRS, known });
    expect(merged).toMatchObject({ isBusy: true, record: { version: 2 } });
    expect(merged.baseline).toBe(theirModel);
    expect(merged.working).toBe(known[1]);
    expect(tileIds(editorReducer(merged, { type: 'undo' }).working)[0]).toContain('theirs');
  });

  test('a save that both must settle: it asks, and nothing is changed before', () => {
    const asked = after({ type: 'conflict', theirs: THEIRS });
    expect(asked).toMatchObject({
      isBusy: false,
      dialog: { kind: 'conflict', theirs: THEIRS },
      record: { version: 1 },
    });
    expect(asked.working).toBe(busy.working);
  });

  test.each([
    [true, { kind: 'save-as' }],
    [false, undefined],
  ])('a save of what somebody deleted, by who may save it as another: %s', (maySaveAs, dialog) => {
    expect(after({ type: 'gone', maySaveAs })).toMatchObject({ isBusy: false, dialog });
    expect(isChanged(after({ type: 'gone', maySaveAs }))).toBe(true);
  });

  test('a reload of what nobody saved since: changes go, and undo brings them back', () => {
    const reloaded = after({ type: 'reloaded', record: aRecord(1), model: two });
    expect(reloaded).toMatchObject({ dialog: undefined, isBusy: false });
    expect(isChanged(reloaded)).toBe(false);
    expect(editorReducer(reloaded, { type: 'undo' }).working).toBe(busy.working);
  });

  test('a reload of a newer version: it starts anew', () => {
    const reloaded = after({ type: 'reloaded', record: aRecord(2), model: theirModel });
    expect(reloaded).toEqual(startEditor({ record: aRecord(2), model: theirModel }));
  });

  test('a restore: saved, and a step that undo leads back from', () => {
    const restored = after({ type: 'restored', version: 1, record: aRecord(3), model: theirModel });
    expect(restored).toMatchObject({ dialog: undefined, isBusy: false, problem: undefined, record: { version: 3 } });
    expect(isChanged(restored)).toBe(false);
    expect(restored.past.at(-1)?.label).toBe('Restore version 1');
    expect(editorReducer(restored, { type: 'undo' }).working).toBe(busy.working);
  });

  test('a delete: nothing is unsaved, and nothing else is begun before another dashboard opens', () => {
    const deleted = after({ type: 'deleted' });
    expect(deleted.isBusy).toBe(true);
    expect(isChanged(deleted)).toBe(false);
  });

  test('a refusal: everything is as it was', () => {
    expect(after({ type: 'stop' })).toEqual({ ...busy, isBusy: false });
  });
});

test('a new name changes the record and nothing that is edited', () => {
  const renamed = editorReducer(busy, { type: 'renamed', record: { ...aRecord(1), dashboardName: 'Tank' } });
  expect(renamed).toMatchObject({ dialog: undefined, record: { dashboardName: 'Tank' }, working: busy.working });
});

test('an edit that changes nothing is no new state', () => {
  const edit = { kind: 'delete-tab', tabId: 'none' } as const;
  expect(editorReducer(busy, { type: 'edit', edit })).toBe(busy);
});
