import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconPlus } from '@tabler/icons-react';
import { ActionItem } from './ActionItem.tsx';
import classes from './dashboard.module.css';
import { TileGroupItems } from './TileGroupItems.tsx';
import type { DashboardActions } from './use-dashboard-actions.ts';

/** The dashboard's menu (spec 1 §2): File, Edit and Tools, only entries that do something. */
export function DashboardMenu({ actions }: { actions: DashboardActions }) {
  const groups = actions.addTile.filter((group) => group.actions.length > 0);
  return (
    <Menu position="bottom-end" width={240} trapFocus returnFocus>
      <Menu.Target>
        <ActionIcon aria-label="More" title="More">
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        <Menu.Label>File</Menu.Label>
        {actions.file.map((action) => (
          <ActionItem key={action.id} action={action} />
        ))}
        {groups.length + actions.edit.length > 0 && <Menu.Label>Edit</Menu.Label>}
        {groups.length > 0 && (
          <Menu.Sub position="left-start">
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={<IconPlus size={16} />}>Add tile</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              <TileGroupItems groups={groups} />
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        {actions.edit.map((action) => (
          <ActionItem key={action.id} action={action} />
        ))}
        <Menu.Label>Tools</Menu.Label>
        {actions.tools.map((action) => (
          <ActionItem key={action.id} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
