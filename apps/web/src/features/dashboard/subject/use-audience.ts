import { useMemo } from 'react';
import { heldBy, includesPermission, useSessionStore } from '#session/session-store.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import type { TabAudience } from '../model/tab-visibility.ts';

/** Who looks at the tabs: the user's permissions, the layout size, viewing or editing. */
export function useAudience(isViewOnly: boolean): TabAudience {
  const size = useLayoutSize();
  const permissions = useSessionStore(heldBy);
  return useMemo(
    () => ({ size, isViewOnly, holds: (permissionId) => includesPermission(permissions, permissionId) }),
    [size, isViewOnly, permissions],
  );
}
