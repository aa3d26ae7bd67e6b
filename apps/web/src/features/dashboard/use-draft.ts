import { writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { useEffect, useRef } from 'react';
import { toast } from '#ui/toast.ts';
import { useDashboard } from './dashboard-context.ts';
import { isChanged } from './model/dashboard-reducer.ts';
import { dropDraft, keepDraft } from './model/drafts.ts';
import { useDraftKey } from './use-draft-key.ts';

const KEEP_AFTER_MS = 500;

/** Keeps unsaved changes in the browser while there are any; at once when the page is hidden or left. */
export function useDraft(): void {
  const { state, record } = useDashboard();
  const { dashboardId, version } = record ?? {};
  const userId = useDraftKey(dashboardId)?.userId;
  const { working } = state;
  const hasChanges = isChanged(state);
  const hasWarned = useRef(false);
  const keepNow = useRef<() => void>(undefined);

  useEffect(() => () => keepNow.current?.(), []);

  useEffect(() => {
    keepNow.current = undefined;
    if (dashboardId === undefined || userId === undefined || version === undefined) return;
    const key = { userId, dashboardId };
    if (!hasChanges) {
      dropDraft(key);
      return;
    }
    let isKept = false;
    const keep = () => {
      if (isKept) return;
      isKept = true;
      if (keepDraft(key, { config: writeConfig(working), version }) || hasWarned.current) return;
      hasWarned.current = true;
      toast('This browser has no room left to keep your unsaved changes. Save them before you leave.', 'error');
    };
    keepNow.current = keep;
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    document.addEventListener('visibilitychange', keep);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', keep);
      window.removeEventListener('pagehide', keep);
    };
  }, [userId, dashboardId, version, hasChanges, working]);
}
