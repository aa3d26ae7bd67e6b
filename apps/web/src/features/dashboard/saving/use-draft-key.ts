import { useSessionStore } from '#session/session-store.ts';
import type { DraftKey } from '../model/drafts.ts';

/** Where the draft of a dashboard is kept for who is signed in; undefined for what is not stored. */
export function useDraftKey(dashboardId: number | undefined): DraftKey | undefined {
  const userId = useSessionStore(({ user }) => user?.userId);
  return userId === undefined || dashboardId === undefined ? undefined : { userId, dashboardId };
}
