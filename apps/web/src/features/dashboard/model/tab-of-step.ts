import type { DashboardModel, DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';

/**
 * The tab to show after a step of undo or redo that changed nothing on the active one; undefined: stay. Tabs that only
 * changed places are seen in the tab bar.
 */
export function tabOfStep(
  before: DashboardModel,
  after: DashboardModel,
  activeId: string | undefined,
): string | undefined {
  const known = new Map(before.tabs.map((tab) => [tab.tab.id, tab]));
  const changed = after.tabs.filter((tab) => !isAlike(known.get(tab.tab.id), tab)).map(({ tab }) => tab.id);
  return changed.includes(activeId ?? '') ? undefined : changed[0];
}

/** Edits keep what they don't change as it is, so the same objects mean the same content. */
function isAlike(before: DashboardTab | undefined, after: DashboardTab): boolean {
  if (before === after) return true;
  if (before === undefined || before.tiles !== after.tiles || before.layouts !== after.layouts) return false;
  const { order: _before, ...was } = before.tab;
  const { order: _after, ...is } = after.tab;
  return JSON.stringify(was) === JSON.stringify(is);
}
