import { ActionIcon, Menu } from '@mantine/core';
import { IconCirclePlus, IconCircleX, IconDots, IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListItem } from '#ui/access/item-list.ts';

interface TileMenuProps {
  asset: ListItem;
  isActive: boolean;
  isContained: boolean;
  hasGroup: boolean;
  onChange: (assetId: number, change: 'add' | 'remove') => void;
  onChooseGroup: (assetId: number) => void;
}

/** The menu of a tile (spec 2 §2.7). It hangs on the page only once it is wanted: there may be fifty tiles. */
export function TileMenu({ asset, isActive, isContained, hasGroup, onChange, onChooseGroup }: TileMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <ActionIcon
      size={26}
      aria-label={`More of ${asset.name}`}
      aria-haspopup="menu"
      tabIndex={isActive ? 0 : -1}
      onClick={() => setWanted(true)}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
  if (!isWanted) return button;
  return (
    <Menu position="bottom-end" defaultOpened onClose={() => setWanted(false)} returnFocus>
      <Menu.Target>{button}</Menu.Target>
      {/* A click or a key in the menu is none on the tile below it. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
        {isContained ? (
          <Menu.Item leftSection={<IconCircleX size={16} />} onClick={() => onChange(asset.id, 'remove')}>
            Remove from asset group
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconCirclePlus size={16} />} onClick={() => onChange(asset.id, 'add')}>
            Add to asset group
          </Menu.Item>
        )}
        {hasGroup ? (
          <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={() => onChooseGroup(asset.id)}>
            Add to another asset group…
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
