import type { Tile } from '@telltale/contract';
import { emptyTab, NOTHING_KEPT } from '@telltale/domain/dashboard/dashboard-model.ts';
import { describe, expect, test } from 'vitest';
import { applyEdit, type Edit } from './edits.ts';
import { tabOfStep } from './tab-of-step.ts';

const tile: Tile = {
  id: 't1',
  properties: { type: { name: '', value: 'Gauge' } },
  dataGrid: { x: 0, y: 0, w: 2, h: 2 },
};
const three = {
  tabs: [{ ...emptyTab('a', 'A', 0), tiles: [tile] }, emptyTab('b', 'B', 1), emptyTab('c', 'C', 2)],
  kept: NOTHING_KEPT,
};
const choices = { name: 'New', permissionId: undefined, shownAt: [] };

/** Where undoing the edit leads, and doing it again, who looks at tab c. */
function ways(edit: Edit) {
  const edited = applyEdit(three, edit);
  return [tabOfStep(edited, three, 'c'), tabOfStep(three, edited, 'c')];
}

describe('undo and redo go to', () => {
  test.each<[string, Edit, (string | undefined)[]]>([
    ['the tab of a tile', { kind: 'delete-tiles', tileIds: ['t1'] }, ['a', 'a']],
    ['no other tab when the active one changed', { kind: 'add-tile', tabId: 'c', tile }, [undefined, undefined]],
    [
      'the active tab when a tile went there',
      { kind: 'move-tiles', tileIds: ['t1'], tabId: 'c' },
      [undefined, undefined],
    ],
    ['a tab that is there again', { kind: 'delete-tab', tabId: 'b' }, ['b', undefined]],
    ['a tab with another name', { kind: 'edit-tab', tabId: 'b', choices }, ['b', 'b']],
    ['no tab that only changed places', { kind: 'swap-tabs', firstId: 'a', secondId: 'b' }, [undefined, undefined]],
    ['no tab for what is not on one', { kind: 'set-zone', zone: 'UTC' }, [undefined, undefined]],
  ])('%s', (_where, edit, expected) => expect(ways(edit)).toEqual(expected));
});
