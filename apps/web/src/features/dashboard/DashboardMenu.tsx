import { ActionIcon, Kbd, Menu } from '@mantine/core';
import { IconDotsVertical, IconPlus } from '@tabler/icons-react';
import type { Action } from '#app/actions/action.ts';
import { shortcutKeys } from '#app/actions/shortcut.ts';
import { isMac } from '#app/platform.ts';
import classes from './dashboard.module.css';
import type { DashboardActions } from './use-dashboard-actions.ts';

/** The dashboard's menu (spec 1 §2): File and Edit, only entries that do something. */
export function DashboardMenu({ actions }: { actions: DashboardActions }) {
  const groups = actions.addTile.filter((group) => group.actions.length > 0);
  return (
    <Menu position="bottom-end" width={240} trapFocus returnFocus>
      <Menu.Target>
        <ActionIcon aria-label="More" title="More">
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
              {groups.map(({ group, actions: tiles }) => (
                <div key={group}>
                  <Menu.Label>{group}</Menu.Label>
                  {tiles.map((action) => (
                    <ActionItem key={action.id} action={action} />
                  ))}
                </div>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        {actions.edit.map((action) => (
          <ActionItem key={action.id} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem({ action: { label, icon: Icon, shortcut, enabled, run } }: { action: Action }) {
  return (
    <Menu.Item
      leftSection={Icon ? <Icon size={16} /> : null}
      rightSection={shortcut ? <Kbd size="xs">{shortcutKeys(shortcut, isMac).join(' ')}</Kbd> : null}
      disabled={enabled === false}
      onClick={run}
      className={classes.menuItem ?? ''}
    >
      {label}
    </Menu.Item>
  );
}
