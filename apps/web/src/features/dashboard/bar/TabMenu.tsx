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
import { confirm } from '#ui/feedback/confirm.ts';
import { useDashboard } from '../screen/dashboard-context.ts';

/** What can be done with the active tab while editing. */
export function TabMenu({ active: { tab } }: { active: DashboardTab }) {
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
