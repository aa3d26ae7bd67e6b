import { Menu } from '@mantine/core';
import { IconCirclePlus, IconCircleX, IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { MoreButton } from '#ui/table/MoreButton.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';

interface TileMenuProps {
  asset: ListItem;
  isActive: boolean;
  isContained: boolean;
  hasGroup: boolean;
  onChange: (assetId: number, change: 'add' | 'remove') => void;
  onChooseGroup: (assetId: number) => void;
}

/** The menu of a tile (spec 2 §2.7). */
export function TileMenu({ asset, isActive, isContained, hasGroup, onChange, onChooseGroup }: TileMenuProps) {
  const [isWanted, setWanted] = useState(false);
  return (
    <RowMenu
      button={<MoreButton name={asset.name} size={26} isTabStop={isActive} onClick={() => setWanted(true)} />}
      isWanted={isWanted}
      onClose={() => setWanted(false)}
    >
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
    </RowMenu>
  );
}
