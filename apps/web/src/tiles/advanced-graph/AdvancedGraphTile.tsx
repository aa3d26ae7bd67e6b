import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ChartView } from '#tiles/shared/chart/ChartView.tsx';
import { libraryOf } from '#tiles/shared/chart/chart-settings.ts';
import type { AdvancedGraphSettings } from './settings.ts';

/** Advanced graph: a history chart with a choice of libraries. */
export function AdvancedGraphTile({ settings }: TileViewProps<AdvancedGraphSettings>) {
  return <ChartView settings={settings} library={libraryOf(settings)} />;
}
