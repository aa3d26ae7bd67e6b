import { z } from 'zod';
import {
  ADMIN_MODIFY,
  type PermissionAction,
  type PermissionGroup,
  permissionActions,
  permissionGroups,
  permissionId,
} from './permissions.ts';

/** The rows of the permissions editor, in its order (spec 2 §6). */
export const permissionTypes = ['Admin', ...permissionGroups] as const;

export type PermissionType = (typeof permissionTypes)[number];

/** One row of the permissions editor. Of `Admin` only `modify` exists, AdminModify; its other flags are never set. */
export const permissionFlagsSchema = z.object({
  type: z.enum(permissionTypes),
  view: z.boolean(),
  create: z.boolean(),
  delete: z.boolean(),
  modify: z.boolean(),
});
export type PermissionFlags = z.infer<typeof permissionFlagsSchema>;

export type PermissionFlag = 'view' | 'create' | 'delete' | 'modify';

const actionOf: Record<PermissionFlag, PermissionAction> = {
  view: 'View',
  create: 'Create',
  delete: 'Delete',
  modify: 'Modify',
};

const flags = Object.keys(actionOf) as PermissionFlag[];

/** The permission that a flag stands for; undefined: there is none (`Admin` has only `modify`). */
export function permissionOfFlag(type: PermissionType, flag: PermissionFlag): number | undefined {
  if (type === 'Admin') return flag === 'modify' ? ADMIN_MODIFY : undefined;
  return permissionId(type, actionOf[flag]);
}

/** Every permission of a type, e.g. the four of `Assets`. */
export function permissionsOfType(type: PermissionType): number[] {
  if (type === 'Admin') return [ADMIN_MODIFY];
  return permissionActions.map((action) => permissionId(type as PermissionGroup, action));
}

/** The permissions that a list of flags sets. */
export function permissionsOfFlags(list: readonly PermissionFlags[]): number[] {
  return list.flatMap((row) =>
    flags.flatMap((flag) => {
      const id = row[flag] ? permissionOfFlag(row.type, flag) : undefined;
      return id === undefined ? [] : [id];
    }),
  );
}

/** All rows of the permissions editor for a set of permissions. */
export function flagsOfPermissions(permissionIds: ReadonlySet<number>): PermissionFlags[] {
  const isSet = (type: PermissionType, flag: PermissionFlag) => {
    const id = permissionOfFlag(type, flag);
    return id !== undefined && permissionIds.has(id);
  };
  return permissionTypes.map((type) => ({
    type,
    view: isSet(type, 'view'),
    create: isSet(type, 'create'),
    delete: isSet(type, 'delete'),
    modify: isSet(type, 'modify'),
  }));
}
