import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { libraryOf } from '#tiles/shared/chart/model/chart-settings.ts';
import { ChartTile } from '#tiles/shared/chart/shell/ChartTile.tsx';
import type { AdvancedGraphSettings } from './settings.ts';

/** Advanced graph: a history chart with a choice of libraries. */
export function AdvancedGraphTile({ settings }: TileViewProps<AdvancedGraphSettings>) {
  return <ChartTile settings={settings} library={libraryOf(settings)} />;
}
