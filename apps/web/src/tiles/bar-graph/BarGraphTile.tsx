import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useReadings } from '#tile-kit/use-reading.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { SkeletonBlock } from '#ui/Loading.tsx';
import { BarFace } from './BarFace.tsx';
import type { BarGraphSettings } from './settings.ts';

/** One bar per data item, as high as its value is now. */
export function BarGraphTile({ settings, size }: TileViewProps<BarGraphSettings>) {
  const readings = useReadings(settings.plots);
  if (settings.plots.every(({ dataItem }) => dataItem === null)) return <TileMessage>Choose data items</TileMessage>;
  if (readings.every(({ state }) => state === 'waiting')) return <SkeletonBlock />;
  if (readings.every(({ state }) => state === 'missing')) return <TileMessage>Cannot find data item</TileMessage>;
  return <BarFace settings={settings} size={size} readings={readings} />;
}
