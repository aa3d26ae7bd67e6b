import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { DashboardActions } from '../editing/use-dashboard-actions.ts';
import { ActionItem } from './ActionItem.tsx';
import { TileGroupItems } from './TileGroupItems.tsx';

/** The way to new tiles while editing, one press away. */
export function AddTileMenu({ actions: { addTile, addOfItems, addByName } }: { actions: DashboardActions }) {
  if (addTile.every(({ actions }) => actions.length === 0)) return null;
  return (
    <Menu position="bottom-end" width={220} trapFocus returnFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} />}>
          Add tile
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {addOfItems.map((action) => (
          <ActionItem key={action.id} action={{ ...action, label: 'From data items…' }} />
        ))}
        <TileGroupItems groups={addTile} byName={addByName} />
      </Menu.Dropdown>
    </Menu>
  );
}
