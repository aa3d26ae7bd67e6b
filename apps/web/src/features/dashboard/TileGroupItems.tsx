import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { ActionItem } from './ActionItem.tsx';
import type { DashboardActions } from './use-dashboard-actions.ts';

/** The tile types that can be added, in their groups. */
export function TileGroupItems({ groups }: { groups: DashboardActions['addTile'] }) {
  return groups
    .filter(({ actions }) => actions.length > 0)
    .map(({ group, actions }) => (
      <Fragment key={group}>
        <Menu.Label>{group}</Menu.Label>
        {actions.map((action) => (
          <ActionItem key={action.id} action={action} />
        ))}
      </Fragment>
    ));
}
