import { type PermissionAction, type PermissionGroup, permissionId } from '@telltale/contract';
import { includesPermission, useSessionStore } from '#app/session-store.ts';

/** Whether the user holds a permission, e.g. `useMay('Alarms', 'View')`: what is not allowed is not offered or asked for. */
export function useMay(group: PermissionGroup, action: PermissionAction): boolean {
  const id = permissionId(group, action);
  return useSessionStore(({ permissions }) => includesPermission(permissions, id));
}
