import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ChartTile } from '#tiles/shared/chart/ChartTile.tsx';
import { libraryOf } from '#tiles/shared/chart/chart-settings.ts';
import type { AdvancedGraphSettings } from './settings.ts';

/** Advanced graph: a history chart with a choice of libraries. */
export function AdvancedGraphTile({ settings }: TileViewProps<AdvancedGraphSettings>) {
  return <ChartTile settings={settings} library={libraryOf(settings)} />;
}
