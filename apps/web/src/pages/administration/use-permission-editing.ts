import type { PermissionFlags } from '@telltale/contract';
import { useCallback } from 'react';
import { includesPermission, useSessionStore } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useLeaveGuard } from '../leave-guard.ts';
import type { OwnershipChanges } from './ownership-changes.ts';
import { didWell } from './use-ownership-changes.ts';

/** What the signed-in user may grant, and how it is saved. */
export function usePermissionEditing(changes: OwnershipChanges) {
  const permissions = useSessionStore((session) => session.permissions);
  const isHeld = useCallback((id: number) => includesPermission(permissions, id), [permissions]);
  const onSave = useCallback(
    async (userGroupId: number, flags: readonly PermissionFlags[]) => {
      const isSaved = await didWell(changes.savePermissions(userGroupId, flags));
      if (isSaved) toast('The permissions were saved.');
      return isSaved;
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
    isHarmless: (to) => {
      const from = new URL(window.location.href);
      const isKept = (name: string) => to.searchParams.get(name) === from.searchParams.get(name);
      return to.pathname === from.pathname && ['tab', 'unit', 'select'].every(isKept);
    },
  });
}
