import { useMemo } from 'react';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { useSeriesMeans } from '#tile-kit/readings/use-series-means.ts';
import type { ChartSettings } from '../model/chart-settings.ts';
import type { ChartFeed } from './use-chart-feed.ts';
import { useLookedRange } from './use-looked-range.ts';

/** The means that the legend tells, asked again at each refresh; undefined where all points are in the chart itself. */
export function useLegendMeans(
  settings: ChartSettings,
  { range, isMoving }: Pick<ChartFeed, 'range' | 'isMoving'>,
  hasHistory: boolean,
): readonly (number | null)[] | undefined {
  const stepMs = settings.refreshInterval * 1000;
  const isWanted = hasHistory && settings.legend && settings.legendValues.includes('mean');
  const { from, to } = useLookedRange(range, isWanted && isMoving, stepMs, usePastMs(stepMs));
  const window = useMemo(() => ({ fromMs: Math.floor(from * 1000), toMs: Math.ceil(to * 1000) }), [from, to]);
  const means = useSeriesMeans(settings.series, window, isWanted);
  const key = hasHistory ? JSON.stringify(means) : undefined;
  return useMemo(() => (key === undefined ? undefined : (JSON.parse(key) as (number | null)[])), [key]);
}
