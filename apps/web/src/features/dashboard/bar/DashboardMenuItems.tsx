import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';
import type { DashboardActions } from '../editing/use-dashboard-actions.ts';
import classes from '../screen/dashboard.module.css';
import { ActionItem } from './ActionItem.tsx';
import { TileGroupItems } from './TileGroupItems.tsx';

/** What stands in the dashboard's menu (spec 1 §2): File, Edit and Tools, only entries that do something. */
export function DashboardMenuItems({ actions, button }: { actions: DashboardActions; button: MenuButton }) {
  const groups = actions.addTile.filter((group) => group.actions.length > 0);
  const edit = [...actions.addOfItems, ...actions.edit];
  return (
    <OpeningMenu button={button} position="bottom-end" width={240} trapFocus dropdownClassName={classes.menu ?? ''}>
      <Menu.Label>File</Menu.Label>
      {actions.file.map((action) => (
        <ActionItem key={action.id} action={action} />
      ))}
      {groups.length + edit.length > 0 && <Menu.Label>Edit</Menu.Label>}
      {groups.length > 0 && (
        <Menu.Sub position="left-start">
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconPlus size={16} />}>Add tile</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <TileGroupItems groups={groups} byName={actions.addByName} />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      {edit.map((action) => (
        <ActionItem key={action.id} action={action} />
      ))}
      <Menu.Label>Tools</Menu.Label>
      {actions.tools.map((action) => (
        <ActionItem key={action.id} action={action} />
      ))}
    </OpeningMenu>
  );
}
