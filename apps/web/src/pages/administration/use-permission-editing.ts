import { grantedPermissions, type PermissionFlags, permissionsOfFlags } from '@telltale/contract';
import { useCallback } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { includesPermission, useSessionStore } from '#session/session-store.ts';
import type { SaveOutcome } from '#ui/access/permissions/PermissionEditor.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useLeaveGuard } from '../leave-guard.ts';
import type { OwnershipChanges } from './ownership-changes.ts';

function othersIn(details: unknown): PermissionFlags[] | undefined {
  return grantedPermissions.otherPermissionsSchema.safeParse(details).data?.permissionGroups;
}

/** What the signed-in user may grant, and how it is saved. */
export function usePermissionEditing(changes: OwnershipChanges) {
  const permissions = useSessionStore((session) => session.permissions);
  const isHeld = useCallback((id: number) => includesPermission(permissions, id), [permissions]);
  const onSave = useCallback(
    async (
      userGroupId: number,
      flags: readonly PermissionFlags[],
      before: ReadonlySet<number>,
    ): Promise<SaveOutcome> => {
      try {
        await changes.savePermissions(userGroupId, flags, before);
      } catch (error) {
        const other = error instanceof ApiError && error.status === 409 ? othersIn(error.details) : undefined;
        if (other) {
          await changes.showPermissions(userGroupId, other);
          return { stands: new Set(permissionsOfFlags(other)) };
        }
        toast(messageOf(error), 'error');
        return 'refused';
      }
      toast('The permissions were saved.');
      return 'saved';
    },
    [changes],
  );
  return { isHeld, onSave };
}

/** Asks before permissions that were edited are left without saving. Filters may change meanwhile. */
export function usePermissionGuard(isChanged: boolean): void {
  useLeaveGuard({
    isActive: isChanged,
    question: 'The changes of the permissions were not saved.',
    isHarmless: (to, from) => {
      const isKept = (name: string) => to.searchParams.get(name) === from.searchParams.get(name);
      return to.pathname === from.pathname && ['tab', 'unit', 'select'].every(isKept);
    },
  });
}
