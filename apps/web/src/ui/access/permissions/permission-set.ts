import {
  flagsOfPermissions,
  type PermissionAction,
  type PermissionFlag,
  type PermissionFlags,
  permissionOfFlag,
  permissionTypes,
} from '@telltale/contract';

/** The columns of every table of permissions, in the order of the screen (spec 2 §2.7). */
export const permissionColumns: readonly { readonly flag: PermissionFlag; readonly label: PermissionAction }[] = [
  { flag: 'view', label: 'View' },
  { flag: 'create', label: 'Create' },
  { flag: 'delete', label: 'Delete' },
  { flag: 'modify', label: 'Modify' },
];

/** What a permission is called, e.g. 'View Assets'. */
export function nameOfPermission(permissionId: number): string {
  for (const type of permissionTypes) {
    const column = permissionColumns.find(({ flag }) => permissionOfFlag(type, flag) === permissionId);
    if (column) return `${column.label} ${type}`;
  }
  return `Permission ${permissionId}`;
}

/** The permissions of a column; Admin has one in the column Modify only. */
export function permissionsOfColumn(flag: PermissionFlag): readonly number[] {
  return permissionTypes.map((type) => permissionOfFlag(type, flag)).filter((id) => id !== undefined);
}

/**
 * The grouped list to save: only the types that were changed, because the list replaces the flags of the types that it
 * names (spec 3 §13), and somebody else may have changed another one meanwhile.
 */
export function changedFlags(before: ReadonlySet<number>, after: ReadonlySet<number>): PermissionFlags[] {
  const isChanged = ({ type }: PermissionFlags) =>
    permissionColumns.some(({ flag }) => {
      const id = permissionOfFlag(type, flag);
      return id !== undefined && before.has(id) !== after.has(id);
    });
  return flagsOfPermissions(after).filter(isChanged);
}

/** With these permissions set or cleared, but only such as the editor may change. */
export function withPermissions(
  permissions: ReadonlySet<number>,
  ids: readonly number[],
  isSet: boolean,
  mayChange: (permissionId: number) => boolean,
): ReadonlySet<number> {
  const next = new Set(permissions);
  for (const id of ids.filter(mayChange)) {
    if (isSet) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Whether a column is all set, partly set or empty. */
export function columnState(permissions: ReadonlySet<number>, flag: PermissionFlag): 'all' | 'some' | 'none' {
  const ids = permissionsOfColumn(flag);
  const count = ids.filter((id) => permissions.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}

/** The permissions of a user: the union over the user's groups (spec 2 §4), each with the groups that it comes from. */
export function effectivePermissions<G>(
  groups: readonly { readonly group: G; readonly permissions: ReadonlySet<number> }[],
): ReadonlyMap<number, readonly G[]> {
  const found = new Map<number, G[]>();
  for (const { group, permissions } of groups) {
    for (const id of permissions) found.set(id, [...(found.get(id) ?? []), group]);
  }
  return found;
}
