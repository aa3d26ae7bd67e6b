import { ADMIN_MODIFY, type PermissionGroup, permissionGroups, permissionId } from '@telltale/contract';

/** The rows of the permission table: AdminModify, then the groups of the catalogue (spec 2 §6). */
export const permissionTypes = ['Admin', ...permissionGroups] as const;

export type PermissionType = (typeof permissionTypes)[number];

/** The columns, in the order of the screen (spec 2 §2.7); the catalogue's ids have Modify before Delete. */
export const permissionVerbs = ['View', 'Create', 'Delete', 'Modify'] as const;

export type PermissionVerb = (typeof permissionVerbs)[number];

/** One row as the calls carry it. */
export interface PermissionFlags {
  readonly type: string;
  readonly view: boolean;
  readonly create: boolean;
  readonly delete: boolean;
  readonly modify: boolean;
}

/** The permission of a box of the table; undefined where there is none: of Admin the catalogue has Modify only. */
export function permissionOf(type: PermissionType, verb: PermissionVerb): number | undefined {
  if (type === 'Admin') return verb === 'Modify' ? ADMIN_MODIFY : undefined;
  return permissionId(type satisfies PermissionGroup, verb);
}

/** The permissions of a column. */
export function permissionsOfVerb(verb: PermissionVerb): readonly number[] {
  return permissionTypes.map((type) => permissionOf(type, verb)).filter((id) => id !== undefined);
}

/** Reads a grouped list; types that this client does not know are left out. */
export function readFlags(list: readonly PermissionFlags[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const flags of list) {
    const type = permissionTypes.find((known) => known.toLowerCase() === flags.type.toLowerCase());
    if (type === undefined) continue;
    for (const verb of permissionVerbs) {
      const id = permissionOf(type, verb);
      if (id !== undefined && flags[verb.toLowerCase() as Lowercase<PermissionVerb>]) found.add(id);
    }
  }
  return found;
}

/** The flags of one type. */
function flagsOf(type: PermissionType, permissions: ReadonlySet<number>): PermissionFlags {
  const has = (verb: PermissionVerb) => {
    const id = permissionOf(type, verb);
    return id !== undefined && permissions.has(id);
  };
  return { type, view: has('View'), create: has('Create'), delete: has('Delete'), modify: has('Modify') };
}

/**
 * The grouped list to save: only the types that were changed, because the list replaces the flags of the types that it
 * names (spec 3 §13), and somebody else may have changed another one meanwhile.
 */
export function changedFlags(before: ReadonlySet<number>, after: ReadonlySet<number>): PermissionFlags[] {
  return permissionTypes
    .filter((type) =>
      permissionVerbs.some((verb) => {
        const id = permissionOf(type, verb);
        return id !== undefined && before.has(id) !== after.has(id);
      }),
    )
    .map((type) => flagsOf(type, after));
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
export function columnState(permissions: ReadonlySet<number>, verb: PermissionVerb): 'all' | 'some' | 'none' {
  const ids = permissionsOfVerb(verb);
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
