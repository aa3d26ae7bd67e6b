import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flagsOfPermissions,
  permissionOfFlag,
  permissionsOfFlags,
  permissionsOfType,
  permissionTypes,
} from './permission-flags.ts';
import { permissionCatalogue } from './permissions.ts';

const every = permissionCatalogue.map((entry) => entry.permissionId);

describe('the flags of the permissions editor', () => {
  it('stand for every permission of the catalogue, each once', () => {
    expect(permissionTypes.flatMap(permissionsOfType)).toEqual(every);
    const all = permissionTypes.map((type) => ({ type, view: true, create: true, delete: true, modify: true }));
    expect(permissionsOfFlags(all).toSorted((a, b) => a - b)).toEqual(every);
  });

  it('say the same as the permissions, whichever are held', () => {
    fc.assert(
      fc.property(fc.subarray(every), (held) => {
        const rows = flagsOfPermissions(new Set(held));
        expect(rows.map((row) => row.type)).toEqual(permissionTypes);
        expect(permissionsOfFlags(rows).toSorted((a, b) => a - b)).toEqual(held);
      }),
    );
  });

  it.each([
    ['Admin', 'modify', 1],
    ['Admin', 'view', undefined],
    ['Assets', 'view', 6],
    ['Assets', 'create', 7],
    ['Assets', 'modify', 8],
    ['Assets', 'delete', 9],
    ['Files', 'delete', 97],
    ['CustomPermission3', 'delete', 109],
  ] as const)('%s %s is permission %s', (type, flag, permissionId) => {
    expect(permissionOfFlag(type, flag)).toBe(permissionId);
  });
});
