import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { useNamedReadings } from '#tile-kit/readings/use-named-reading.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { UnchosenItem } from '#tiles/shared/reading/UnchosenItem.tsx';
import { isConfigured } from '#tiles/shared/request/request-settings.ts';
import { useTileData } from '#tiles/shared/request/use-tile-data.ts';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import { PieFace } from './PieFace.tsx';
import { type Portion, portionsOf } from './pie-rows.ts';
import type { PieChartSettings } from './settings.ts';

/** How often the rows are asked for again, seconds. */
const REFRESH_SECONDS = 60;

/** Shares of a whole: of data items as they change, or of rows that an address answers. */
export function PieChartTile(props: TileViewProps<PieChartSettings>) {
  return props.settings.source === 'request' ? <RequestedPie {...props} /> : <DataItemsPie {...props} />;
}

function DataItemsPie({ settings, size }: TileViewProps<PieChartSettings>) {
  const { resolve } = useDashboardScope();
  const readings = useNamedReadings(settings.plots);
  if (settings.plots.length === 0) return <UnchosenItem isSeveral />;
  if (readings.every(({ state }) => state === 'missing')) return <MissingItem />;
  if (readings.some(({ state }) => state === 'waiting')) return <SkeletonBlock />;
  const portions = readings.map(({ name, label, value, unit }, index): Portion => {
    const plot = settings.plots[index];
    return {
      name: `${name || label}${unit === '' ? '' : ` (${unit})`}`,
      value: value ?? Number.NaN,
      color: plot?.color ?? '',
      item: plot && resolve(plot),
    };
  });
  return <PieFace settings={settings} size={size} portions={portions} />;
}

function RequestedPie({ settings, size }: TileViewProps<PieChartSettings>) {
  const { result, refresh } = useTileData(settings.fetch, settings.substitutions, REFRESH_SECONDS);
  if (!isConfigured(settings.fetch)) return <TileMessage>No Fetch configured</TileMessage>;
  const problem = result.state === 'error' ? result.message : undefined;
  if (problem !== undefined && result.data === undefined) {
    return <TileNotice title="The rows could not be loaded." text={problem} onRetry={refresh} />;
  }
  if (result.data === undefined && result.state === 'loading') return <SkeletonBlock />;
  const read = readPortions(result.data, settings.columns);
  if ('problem' in read) return <TileNotice title="The rows cannot be drawn." text={read.problem} onRetry={refresh} />;
  return <PieFace settings={settings} size={size} portions={read.portions} problem={problem} />;
}

function readPortions(data: unknown, columns: string): { portions: Portion[] } | { problem: string } {
  try {
    return { portions: portionsOf(data, columns) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
