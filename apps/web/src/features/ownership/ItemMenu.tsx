import { Menu } from '@mantine/core';
import { IconEye, IconKey, IconLink, IconMail, IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import access from '#ui/access/access.module.css';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import type { ItemKind } from '#ui/access/ownership.ts';
import { RowButton } from '#ui/access/rows/RowButton.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import type { ItemActions } from './use-item-actions.ts';

interface ItemMenuProps {
  kind: ItemKind;
  item: ListItem;
  /** Whether Tab stops at it. */
  isActive: boolean;
  actions: ItemActions;
}

/** The menu of a row, and the alert icon of a user who was sent no reset mail yet, which opens it, too. */
export function ItemMenu({ kind, item, isActive, actions }: ItemMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const alert =
    item.alert === undefined ? null : (
      <RowButton
        icon="alert"
        label={item.alert}
        isTabStop={isActive}
        aria-haspopup="menu"
        onClick={() => setWanted(true)}
      />
    );
  const button = (
    <RowButton
      icon="more"
      label={`More of ${item.name}`}
      isTabStop={isActive}
      aria-haspopup="menu"
      className={isWanted ? undefined : access.quiet}
      onClick={() => setWanted(true)}
    />
  );
  return (
    <>
      {alert}
      <RowMenu button={button} isWanted={isWanted} onClose={() => setWanted(false)}>
        {kind === 'asset' ? (
          <Menu.Item component={Link} href={`/access?asset=${item.id}`} leftSection={<IconEye size={16} />}>
            Who can see this asset?
          </Menu.Item>
        ) : null}
        {kind === 'user' ? (
          <>
            <Menu.Item component={Link} href={`/access?user=${item.id}`} leftSection={<IconEye size={16} />}>
              What may this user?
            </Menu.Item>
            <Menu.Item leftSection={<IconMail size={16} />} onClick={() => actions.sendResetMail(item)}>
              Send password reset email
            </Menu.Item>
            <Menu.Item leftSection={<IconLink size={16} />} onClick={() => actions.showResetLink(item)}>
              Show reset link…
            </Menu.Item>
            {item.hasSecondFactor ? (
              <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => actions.removeSecondFactor(item)}>
                Turn off two-step login…
              </Menu.Item>
            ) : null}
          </>
        ) : null}
        {kind === 'assetGroup' || kind === 'asset' ? null : (
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => actions.openPermissions(kind, item)}>
            Permissions
          </Menu.Item>
        )}
        {kind === 'asset' ? null : (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.rename(kind, item)}>
              {kind === 'user' ? 'Rename…' : 'Edit…'}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => actions.remove(kind, item)}>
              Delete…
            </Menu.Item>
          </>
        )}
      </RowMenu>
    </>
  );
}
