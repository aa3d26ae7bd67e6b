import { permissionCatalogue, permissionId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import {
  changedFlags,
  columnState,
  effectivePermissions,
  permissionOf,
  permissionsOfVerb,
  permissionTypes,
  permissionVerbs,
  readFlags,
  withPermissions,
} from './permission-set.ts';

const anybody = () => true;
const none: ReadonlySet<number> = new Set();

describe('the table of permissions', () => {
  it('has a box for each permission of the catalogue and no other', () => {
    const boxes = permissionTypes.flatMap((type) => permissionVerbs.map((verb) => permissionOf(type, verb)));
    const ids = boxes.filter((id) => id !== undefined);
    expect(ids.sort((a, b) => a - b)).toEqual(permissionCatalogue.map(({ permissionId: id }) => id));
  });

  it.each([
    ['Admin', 'Modify', 1],
    ['Admin', 'View', undefined],
    ['Assets', 'View', 6],
    ['Users', 'Modify', 12],
    ['Users', 'Delete', 13],
    ['Dashboard', 'View', 54],
    ['AssetDefinitions', 'Modify', 72],
    ['Files', 'Delete', 97],
    ['CustomPermission1', 'View', 98],
    ['CustomPermission3', 'Delete', 109],
  ] as const)('%s %s is %s', (type, verb, id) => expect(permissionOf(type, verb)).toBe(id));
});

describe('a grouped list', () => {
  it('is read whatever case its types have, and what is unknown is left out', () => {
    const all = { view: true, create: true, delete: true, modify: true };
    expect([...readFlags([{ type: 'assets', ...all }])].sort()).toEqual([6, 7, 8, 9]);
    expect([...readFlags([{ type: 'Admin', ...all }])]).toEqual([1]);
    expect(readFlags([{ type: 'Spaceships', ...all }])).toEqual(none);
  });

  it('to save names only the types that were changed', () => {
    const before = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'View')]);
    const after = new Set([permissionId('Assets', 'View'), permissionId('Alarms', 'Modify'), 1]);
    expect(changedFlags(before, after)).toEqual([
      { type: 'Admin', view: false, create: false, delete: false, modify: true },
      { type: 'Alarms', view: false, create: false, delete: false, modify: true },
    ]);
    expect(changedFlags(before, new Set(before))).toEqual([]);
    expect(readFlags(changedFlags(none, after))).toEqual(after);
  });
});

describe('editing', () => {
  it('sets and clears a column', () => {
    const views = permissionsOfVerb('View');
    expect(views).toHaveLength(permissionTypes.length - 1);
    const set = withPermissions(none, views, true, anybody);
    expect(columnState(set, 'View')).toBe('all');
    expect(columnState(set, 'Create')).toBe('none');
    const partly = withPermissions(set, [permissionId('Assets', 'View')], false, anybody);
    expect(columnState(partly, 'View')).toBe('some');
    expect(withPermissions(partly, views, false, anybody)).toEqual(none);
  });

  it('leaves alone what the editor does not hold', () => {
    const held = new Set([permissionId('Assets', 'View')]);
    const before = new Set([permissionId('Files', 'View')]);
    const views = permissionsOfVerb('View');
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
