import { findTile } from '@telltale/domain/dashboard/dashboard-model.ts';
import { TileFrame } from '#tile-kit/TileFrame.tsx';
import { Loading } from '#ui/Loading.tsx';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-context.ts';
import { definitionOf } from './tile-definition.ts';

/** One tile alone on the screen; a spinner until it is found in the tabs (spec 1 §2). */
export function SingleTile({ tileId }: { tileId: string }) {
  const { state } = useDashboard();
  const tile = findTile(state.working, tileId)?.tile;
  if (tile === undefined) return <Loading label="Looking for the tile" />;
  const { w, h } = tile.dataGrid;
  return (
    <div className={classes.single}>
      <TileFrame tile={tile} definition={definitionOf(tile.properties)} columns={w} rows={h} />
    </div>
  );
}
