import { writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { useEffect, useRef } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { isChanged } from '../model/dashboard-reducer.ts';
import { dropDraft, dropTakenUp, type FoundDraft, isDraftOf, keepDraft, renewWindow } from '../model/drafts.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { useDraftKey } from './use-draft-key.ts';

const KEEP_AFTER_MS = 500;

/**
 * Keeps unsaved changes in the browser while there are any; at once when the page is hidden or left. A draft ends with
 * the changes that it holds: one that another window keeps is left alone.
 * @param takenUp the draft whose changes are on screen, or were nothing: perhaps of a window that is gone
 */
export function useDraft(takenUp: FoundDraft | undefined): void {
  const { state } = useDashboard();
  const { dashboardId, version } = state.record ?? {};
  const userId = useDraftKey(dashboardId)?.userId;
  const { working } = state;
  const hasChanges = isChanged(state);
  const hasWarned = useRef(false);
  const isOurs = useRef(takenUp !== undefined);
  const left = useRef(takenUp);
  const keepNow = useRef<() => void>(undefined);

  useEffect(() => () => keepNow.current?.(), []);

  useEffect(() => {
    keepNow.current = undefined;
    if (dashboardId === undefined || userId === undefined || version === undefined) return;
    const key = { userId, dashboardId };
    const endTakenUp = () => {
      if (left.current !== undefined && !isDraftOf(left.current.place, key)) dropTakenUp(left.current);
      left.current = undefined;
    };
    if (!hasChanges) {
      if (isOurs.current) dropDraft(key);
      isOurs.current = false;
      endTakenUp();
      return;
    }
    let isKept = false;
    const keep = () => {
      if (isKept) return;
      isKept = true;
      isOurs.current = true;
      if (keepDraft(key, { config: writeConfig(working), version })) {
        endTakenUp();
        return;
      }
      if (hasWarned.current) return;
      hasWarned.current = true;
      toast('This browser has no room left to keep your unsaved changes. Save them before you leave.', 'error');
    };
    // Another window has taken this draft up for its own, or is a duplicate of this one and keeps its own here.
    const keepAgain = (event: StorageEvent) => {
      if (!isDraftOf(event.key, key)) return;
      if (event.newValue !== null) renewWindow();
      isKept = false;
      keep();
    };
    keepNow.current = keep;
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    document.addEventListener('visibilitychange', keep);
    window.addEventListener('pagehide', keep);
    window.addEventListener('storage', keepAgain);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', keep);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('storage', keepAgain);
    };
  }, [userId, dashboardId, version, hasChanges, working]);
}
