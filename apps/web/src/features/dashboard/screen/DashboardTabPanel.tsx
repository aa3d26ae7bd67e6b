import { Button, Group } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { LayoutSize } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { TileCommands } from '#tile-kit/frame/tile-commands.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { tabElementId } from '../bar/TabBar.tsx';
import type { TileSelection } from '../editing/use-tile-selection.ts';
import { TileGrid } from './TileGrid.tsx';
import classes from './tile-grid.module.css';

interface DashboardTabPanelProps {
  tab: DashboardTab | undefined;
  size: LayoutSize;
  /** Whether the tab bar is there to name the panel. */
  isNamed: boolean;
  commands: TileCommands | undefined;
  selection: TileSelection;
  /** Undefined for who may not edit. */
  adding: { readonly byName: () => void; readonly ofItems: () => void } | undefined;
}

/** The active tab: its tiles, or what to do when there are none. */
export function DashboardTabPanel(props: DashboardTabPanelProps) {
  const { tab, size, isNamed, commands, selection, adding } = props;
  if (tab === undefined) {
    return (
      <EmptyState title="No tab of this dashboard is visible to you here.">
        A tab may need a permission that you don't have, or be hidden at this window size.
      </EmptyState>
    );
  }
  return (
    <div
      id="dashboard-tab"
      className={classes.panel}
      {...(isNamed ? { role: 'tabpanel', 'aria-labelledby': tabElementId(tab.tab.id) } : {})}
    >
      {tab.tiles.length === 0 ? (
        <EmptyState title="This tab is empty." icon={<IconLayoutDashboard size={28} stroke={1.5} />}>
          {adding === undefined ? (
            'Nobody has put a tile here yet.'
          ) : (
            <Group gap="xs" justify="center">
              <Button onClick={adding.ofItems}>Pick data items</Button>
              <Button variant="default" onClick={adding.byName}>
                Add a tile
              </Button>
            </Group>
          )}
        </EmptyState>
      ) : (
        <TileGrid tab={tab} size={size} commands={commands} selection={selection} />
      )}
    </div>
  );
}
