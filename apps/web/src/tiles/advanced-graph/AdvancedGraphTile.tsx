import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ChartView } from '#tiles/shared/chart/ChartView.tsx';
import type { AdvancedGraphSettings } from './settings.ts';

/** Advanced graph: a history chart with a choice of libraries; uPlot draws whichever is stored. */
export function AdvancedGraphTile({ settings }: TileViewProps<AdvancedGraphSettings>) {
  return <ChartView settings={settings} />;
}
