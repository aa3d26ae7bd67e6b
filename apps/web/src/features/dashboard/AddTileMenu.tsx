import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { TileGroupItems } from './TileGroupItems.tsx';
import type { DashboardActions } from './use-dashboard-actions.ts';

/** The way to a new tile while editing, one press away. */
export function AddTileMenu({ groups }: { groups: DashboardActions['addTile'] }) {
  if (groups.every(({ actions }) => actions.length === 0)) return null;
  return (
    <Menu position="bottom-end" width={220} trapFocus returnFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} />}>
          Add tile
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <TileGroupItems groups={groups} />
      </Menu.Dropdown>
    </Menu>
  );
}
