import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconPencil,
  IconPlus,
  IconSwitchHorizontal,
  IconTrash,
} from '@tabler/icons-react';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { type KeyboardEvent, useRef } from 'react';
import { confirm } from '#ui/confirm.ts';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-context.ts';

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

  function onKeyDown(event: KeyboardEvent): void {
    const index = shown.findIndex(({ tab }) => tab.id === active?.tab.id);
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = shown[(target + shown.length) % shown.length];
    if (next === undefined) return;
    onOpen(next.tab.id);
    document.getElementById(tabElementId(next.tab.id))?.focus();
  }

  return (
    <div className={classes.tabBar}>
      <div ref={list} className={classes.tabs} role="tablist" aria-label="Tabs of the dashboard" onKeyDown={onKeyDown}>
        {shown.map(({ tab }) => {
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
            </button>
          );
        })}
      </div>
      {isEditing && active !== undefined && <TabMenu active={active} />}
    </div>
  );
}

function TabMenu({ active: { tab } }: { active: DashboardTab }) {
  const { state, dispatch, setDialog } = useDashboard();
  const { tabs } = state.working;
  const index = tabs.findIndex((other) => other.tab.id === tab.id);
  const others = tabs.filter((other) => other.tab.id !== tab.id);

  const swapWith = (otherId: string | undefined) => {
    if (otherId === undefined) return;
    dispatch({ type: 'edit', edit: { kind: 'swap-tabs', firstId: tab.id, secondId: otherId } });
  };
  const remove = async () => {
    const isSure = await confirm({
      message: 'Are you sure you want to delete this tab?',
      title: `Delete tab ‘${tab.name}’`,
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (isSure) dispatch({ type: 'edit', edit: { kind: 'delete-tab', tabId: tab.id } });
  };

  return (
    <>
      <Menu position="bottom-start" width={220} returnFocus>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`Menu of tab ${tab.name}`}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => setDialog({ kind: 'edit-tab', tabId: tab.id })}
          >
            Name, permission, visibility…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconChevronLeft size={16} />}
            disabled={index <= 0}
            onClick={() => swapWith(tabs[index - 1]?.tab.id)}
          >
            Move left
          </Menu.Item>
          <Menu.Item
            leftSection={<IconChevronRight size={16} />}
            disabled={index === tabs.length - 1}
            onClick={() => swapWith(tabs[index + 1]?.tab.id)}
          >
            Move right
          </Menu.Item>
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={<IconSwitchHorizontal size={16} />} disabled={others.length === 0}>
                Swap with
              </Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {others.map((other) => (
                <Menu.Item key={other.tab.id} onClick={() => swapWith(other.tab.id)}>
                  {other.tab.name}
                </Menu.Item>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
          <Menu.Item leftSection={<IconTrash size={16} />} disabled={others.length === 0} onClick={() => void remove()}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon size="sm" aria-label="Add tab" title="Add tab" onClick={() => setDialog({ kind: 'add-tab' })}>
        <IconPlus size={16} />
      </ActionIcon>
    </>
  );
}
