import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { type KeyboardEvent, useRef } from 'react';
import { pressKey } from '#ui/keys.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { TabMarks } from '../alarms/LateAlarmMarks.tsx';
import classes from '../screen/dashboard.module.css';

const TabMenu = lazyPart(async () => (await import('./TabMenu.tsx')).TabMenu);

interface TabBarProps {
  shown: readonly DashboardTab[];
  active: DashboardTab | undefined;
  isEditing: boolean;
  onOpen: (tabId: string) => void;
}

/** Id of a tab's element, for the panel that it names. */
export const tabElementId = (tabId: string) => `tab-${tabId}`;

/** With a single tab there is nothing to choose from, but while editing there may soon be. */
export function hasTabBar(shown: readonly DashboardTab[], isEditing: boolean): boolean {
  return shown.length > 1 || isEditing;
}

/** The tabs, and while editing the menu of the active one. */
export function TabBar({ shown, active, isEditing, onOpen }: TabBarProps) {
  const list = useRef<HTMLDivElement>(null);
  if (!hasTabBar(shown, isEditing)) return null;

  function open(target: number): void {
    const next = shown[(target + shown.length) % shown.length];
    if (next === undefined) return;
    onOpen(next.tab.id);
    document.getElementById(tabElementId(next.tab.id))?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const index = shown.findIndex(({ tab }) => tab.id === active?.tab.id);
    pressKey(event, {
      ArrowLeft: () => open(index - 1),
      ArrowRight: () => open(index + 1),
      Home: () => open(0),
      End: () => open(-1),
    });
  }

  return (
    <div className={classes.tabBar}>
      <div ref={list} className={classes.tabs} role="tablist" aria-label="Tabs of the dashboard" onKeyDown={onKeyDown}>
        {shown.map((one) => {
          const { tab } = one;
          const isActive = tab.id === active?.tab.id;
          return (
            <button
              key={tab.id}
              id={tabElementId(tab.id)}
              type="button"
              role="tab"
              className={classes.tab}
              aria-selected={isActive}
              aria-controls={isActive ? 'dashboard-tab' : undefined}
              tabIndex={isActive ? 0 : -1}
              onClick={() => onOpen(tab.id)}
            >
              {tab.name}
              <TabMarks tab={one} />
            </button>
          );
        })}
      </div>
      {isEditing && active !== undefined && <TabMenu active={active} />}
    </div>
  );
}
