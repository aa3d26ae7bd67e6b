import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { HourlyTile } from '#tiles/shared/hourly/HourlyTile.tsx';
import type { HourlySettings } from '#tiles/shared/hourly/hourly-settings.ts';
import { HeatTable } from './HeatTable.tsx';

/** The mean of each hour of the last days: a row a day, a column an hour. */
export function HourlyHeatMapTile({ settings, size }: TileViewProps<HourlySettings>) {
  return (
    <HourlyTile settings={settings}>
      {({ cells, unit }) => <HeatTable settings={settings} width={size.width} cells={cells} unit={unit} />}
    </HourlyTile>
  );
}
