import { ActionIcon, Menu } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconKey, IconLink, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import access from '#ui/access/access.module.css';
import type { ListItem } from '#ui/access/item-list.ts';
import type { ItemKind } from '#ui/access/ownership.ts';
import classes from './ownership.module.css';
import type { ItemActions } from './use-item-actions.ts';

interface ItemMenuProps {
  kind: ItemKind;
  item: ListItem;
  /** Whether Tab stops at it. */
  isActive: boolean;
  actions: ItemActions;
}

/**
 * The menu of a row, and the alert icon of a user who was sent no reset mail yet, which opens it, too. The menu hangs on
 * the page only once it is wanted: there may be a hundred rows.
 */
export function ItemMenu({ kind, item, isActive, actions }: ItemMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const alert =
    item.alert === undefined ? null : (
      <ActionIcon
        className={classes.alert}
        size={24}
        aria-label={item.alert}
        title={item.alert}
        aria-haspopup="menu"
        tabIndex={isActive ? 0 : -1}
        onClick={() => setWanted(true)}
      >
        <IconAlertTriangle size={16} aria-hidden />
      </ActionIcon>
    );
  const button = (
    <ActionIcon
      className={isWanted ? undefined : access.quiet}
      size={24}
      aria-label={`More of ${item.name}`}
      aria-haspopup="menu"
      tabIndex={isActive ? 0 : -1}
      onClick={() => setWanted(true)}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
  if (!isWanted) {
    return (
      <>
        {alert}
        {button}
      </>
    );
  }
  return (
    <>
      {alert}
      <Menu position="bottom-end" defaultOpened onClose={() => setWanted(false)} returnFocus>
        <Menu.Target>{button}</Menu.Target>
        {/* A click or a key in the menu is none on the row below it. */}
        <Menu.Dropdown onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
          {kind === 'user' ? (
            <>
              <Menu.Item leftSection={<IconMail size={16} />} onClick={() => actions.sendResetMail(item)}>
                Send password reset email
              </Menu.Item>
              <Menu.Item leftSection={<IconLink size={16} />} onClick={() => actions.showResetLink(item)}>
                Show reset link…
              </Menu.Item>
            </>
          ) : null}
          {kind === 'assetGroup' ? null : (
            <Menu.Item leftSection={<IconKey size={16} />} onClick={() => actions.openPermissions(kind, item)}>
              Permissions
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.rename(kind, item)}>
            {kind === 'user' ? 'Rename…' : 'Edit…'}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => actions.remove(kind, item)}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
