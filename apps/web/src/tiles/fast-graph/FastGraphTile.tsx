import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ChartTile } from '#tiles/shared/chart/shell/ChartTile.tsx';
import type { FastGraphSettings } from './settings.ts';

/** Basic graph: a history chart, always drawn by uPlot. */
export function FastGraphTile({ settings }: TileViewProps<FastGraphSettings>) {
  return <ChartTile settings={settings} />;
}
