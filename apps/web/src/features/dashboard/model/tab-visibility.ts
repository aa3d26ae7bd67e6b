import type { LayoutSize } from '@telltale/contract';
import type { DashboardModel, DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';

export interface TabAudience {
  readonly size: LayoutSize;
  readonly isViewOnly: boolean;
  readonly holds: (permissionId: number | undefined) => boolean;
}

/**
 * Whether a tab is shown: who lacks its permission never sees it, and its flag for the layout size hides it in
 * view-only mode (spec 1 §4). Without a permission and without a flag it is shown.
 */
export function isTabShown({ tab }: DashboardTab, { size, isViewOnly, holds }: TabAudience): boolean {
  if (!holds(tab.permissionId)) return false;
  return !isViewOnly || tab[size] !== false;
}

/** The tabs of a user at a layout size, in order. */
export function shownTabs(model: DashboardModel, audience: TabAudience): DashboardTab[] {
  return model.tabs.filter((tab) => isTabShown(tab, audience));
}

/** The tab that is active: the one asked for, else the first that is shown; undefined when none is. */
export function activeTab(shown: readonly DashboardTab[], wantedId: string | undefined): DashboardTab | undefined {
  return shown.find(({ tab }) => tab.id === wantedId) ?? shown[0];
}
