import { Button } from '@mantine/core';
import { findTile } from '@telltale/domain/dashboard/dashboard-model.ts';
import { TileFrame } from '#tile-kit/frame/TileFrame.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Loading } from '#ui/feedback/Loading.tsx';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import { useAudience } from '../subject/use-audience.ts';
import { useDashboard } from './dashboard-context.ts';
import { definitionOf } from './tile-definition.ts';
import classes from './tile-grid.module.css';

/** One tile alone on the screen; a spinner until it is found in the tabs (spec 1 §2). */
export function SingleTile({ tileId }: { tileId: string }) {
  const { state } = useDashboard();
  const { holds } = useAudience(true);
  const { dashboardId, openDashboard } = useDashboardAddress();
  const found = findTile(state.working, tileId);
  if (found === undefined) {
    return (
      <Loading
        label="Looking for the tile"
        whenLong={
          <>
            It is in none of this dashboard’s tabs. It may have been deleted.
            <Button variant="default" onClick={() => openDashboard(dashboardId)}>
              Open the whole dashboard
            </Button>
          </>
        }
      />
    );
  }
  const { tile, tab } = found;
  if (!holds(tab.tab.permissionId)) {
    return (
      <EmptyState title="This tile is not visible to you.">Its tab needs a permission that you don't have.</EmptyState>
    );
  }
  const { w, h } = tile.dataGrid;
  return (
    <div className={classes.single}>
      <TileFrame tile={tile} definition={definitionOf(tile.properties)} columns={w} rows={h} />
    </div>
  );
}
