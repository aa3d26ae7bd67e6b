import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { HourlyTile } from '#tiles/shared/hourly/HourlyTile.tsx';
import type { HourlySettings } from '#tiles/shared/hourly/hourly-settings.ts';
import { BoxPicture } from './BoxPicture.tsx';

/** How the hourly means of the last days spread, a box for each hour of the day. */
export function MeanBoxChartTile({ settings, size }: TileViewProps<HourlySettings>) {
  return (
    <HourlyTile settings={settings}>
      {({ cells, unit }) => <BoxPicture settings={settings} size={size} cells={cells} unit={unit} />}
    </HourlyTile>
  );
}
