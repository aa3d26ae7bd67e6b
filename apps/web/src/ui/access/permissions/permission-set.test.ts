import { permissionCatalogue, permissionId, permissionsOfFlags, permissionTypes } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import {
  changedFlags,
  columnState,
  effectivePermissions,
  permissionColumns,
  permissionsOfColumn,
  withPermissions,
} from './permission-set.ts';

const anybody = () => true;
const none: ReadonlySet<number> = new Set();

describe('the columns of the permission table', () => {
  it('hold each permission of the catalogue once', () => {
    const ids = permissionColumns.flatMap(({ flag }) => permissionsOfColumn(flag));
    expect(ids.sort((a, b) => a - b)).toEqual(permissionCatalogue.map(({ permissionId: id }) => id));
  });
});

describe('a grouped list to save', () => {
  it('names only the types that were changed', () => {
    const before = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'View')]);
    const after = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'Modify'), 1]);
    expect(changedFlags(before, after)).toEqual([
      { type: 'Admin', view: false, create: false, delete: false, modify: true },
      { type: 'Alarms', view: false, create: false, delete: false, modify: true },
    ]);
    expect(changedFlags(before, new Set(before))).toEqual([]);
    expect(new Set(permissionsOfFlags(changedFlags(none, after)))).toEqual(after);
  });
});

describe('editing', () => {
  it('sets and clears a column', () => {
    const views = permissionsOfColumn('view');
    expect(views).toHaveLength(permissionTypes.length - 1);
    const set = withPermissions(none, views, true, anybody);
    expect(columnState(set, 'view')).toBe('all');
    expect(columnState(set, 'create')).toBe('none');
    const partly = withPermissions(set, [permissionId('Assets', 'View')], false, anybody);
    expect(columnState(partly, 'view')).toBe('some');
    expect(withPermissions(partly, views, false, anybody)).toEqual(none);
  });

  it('leaves alone what the editor does not hold', () => {
    const held = new Set([permissionId('Assets', 'View')]);
    const before = new Set([permissionId('Files', 'View')]);
    const views = permissionsOfColumn('view');
    expect(withPermissions(before, views, true, (id) => held.has(id))).toEqual(new Set([...before, ...held]));
    expect(withPermissions(before, views, false, (id) => held.has(id))).toEqual(before);
  });
});

describe('the permissions of a user', () => {
  it('are the union over the groups, each with where it comes from', () => {
    const effective = effectivePermissions([
      { group: 'Operators', permissions: new Set([6, 54]) },
      { group: 'Night shift', permissions: new Set([6]) },
      { group: 'Visitors', permissions: none },
    ]);
    expect(Object.fromEntries(effective)).toEqual({ 6: ['Operators', 'Night shift'], 54: ['Operators'] });
  });
});
