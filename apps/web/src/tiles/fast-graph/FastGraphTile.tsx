import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ChartView } from '#tiles/shared/chart/ChartView.tsx';
import type { FastGraphSettings } from './settings.ts';

/** Basic graph: a history chart, always drawn by uPlot. */
export function FastGraphTile({ settings }: TileViewProps<FastGraphSettings>) {
  return <ChartView settings={settings} />;
}
