import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useNamedReadings } from '#tile-kit/readings/use-named-reading.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { UnchosenItem } from '#tiles/shared/reading/UnchosenItem.tsx';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import { BarFace } from './BarFace.tsx';
import type { BarGraphSettings } from './settings.ts';

/** One bar per data item, as high as its value is now. */
export function BarGraphTile({ settings, size }: TileViewProps<BarGraphSettings>) {
  const readings = useNamedReadings(settings.plots);
  if (settings.plots.every(({ dataItem }) => dataItem === null)) return <UnchosenItem isSeveral />;
  if (readings.every(({ state }) => state === 'waiting')) return <SkeletonBlock />;
  if (readings.every(({ state }) => state === 'missing')) return <MissingItem />;
  return <BarFace settings={settings} size={size} readings={readings} />;
}
