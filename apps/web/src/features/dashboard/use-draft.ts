import { writeConfig } from '@telltale/domain/dashboard/read-config.ts';
import { useEffect } from 'react';
import { useDashboard } from './dashboard-context.ts';
import { isChanged } from './model/dashboard-reducer.ts';
import { dropDraft, keepDraft } from './model/drafts.ts';

const KEEP_AFTER_MS = 500;

/** Keeps unsaved changes in the browser while there are any. */
export function useDraft(): void {
  const { state, record } = useDashboard();
  const { dashboardId, version } = record ?? {};
  const { working } = state;
  const hasChanges = isChanged(state);

  useEffect(() => {
    if (dashboardId === undefined || version === undefined) return;
    if (!hasChanges) {
      dropDraft(dashboardId);
      return;
    }
    const timer = setTimeout(() => keepDraft(dashboardId, { config: writeConfig(working), version }), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [dashboardId, version, hasChanges, working]);
}
