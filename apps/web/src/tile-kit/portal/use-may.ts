import { type PermissionAction, type PermissionGroup, permissionId } from '@telltale/contract';
import { includesPermission, useSessionStore } from '#session/session-store.ts';

/** Whether the user holds a permission, e.g. `useMay('Alarms', 'View')`: what is not allowed is not offered or asked for. */
export function useMay(group: PermissionGroup, action: PermissionAction): boolean {
  const id = permissionId(group, action);
  return useSessionStore(({ permissions }) => includesPermission(permissions, id));
}

/** Whether somebody is signed in who does not hold a permission: for words about it, where `useMay` is for asking. */
export function useLacks(group: PermissionGroup, action: PermissionAction): boolean {
  const isSignedIn = useSessionStore(({ state }) => state === 'valid');
  return !useMay(group, action) && isSignedIn;
}
