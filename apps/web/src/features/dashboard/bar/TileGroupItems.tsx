import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import type { DashboardActions } from '../editing/use-dashboard-actions.ts';
import { ActionItem } from './ActionItem.tsx';

interface TileGroupItemsProps {
  groups: DashboardActions['addTile'];
  byName: DashboardActions['addByName'];
}

/** The tile types that can be added, in their groups, and the way to the others (spec 1 §2, Add tile). */
export function TileGroupItems({ groups, byName }: TileGroupItemsProps) {
  return (
    <>
      {groups
        .filter(({ actions }) => actions.length > 0)
        .map(({ group, actions }) => (
          <Fragment key={group}>
            <Menu.Label>{group}</Menu.Label>
            {actions.map((action) => (
              <ActionItem key={action.id} action={action} />
            ))}
          </Fragment>
        ))}
      <Menu.Divider />
      {byName.map((action) => (
        <ActionItem key={action.id} action={{ ...action, label: 'Add by name…' }} />
      ))}
    </>
  );
}
