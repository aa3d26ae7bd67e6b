import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ActionItem } from './ActionItem.tsx';
import { TileGroupItems } from './TileGroupItems.tsx';
import type { DashboardActions } from './use-dashboard-actions.ts';

/** The way to new tiles while editing, one press away. */
export function AddTileMenu({ actions: { addTile, edit } }: { actions: DashboardActions }) {
  const ofItems = edit.find(({ id }) => id === 'dashboard.add-of-items');
  if (ofItems === undefined || addTile.every(({ actions }) => actions.length === 0)) return null;
  return (
    <Menu position="bottom-end" width={220} trapFocus returnFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} />}>
          Add tile
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItem action={{ ...ofItems, label: 'From data items…' }} />
        <TileGroupItems groups={addTile} />
      </Menu.Dropdown>
    </Menu>
  );
}
