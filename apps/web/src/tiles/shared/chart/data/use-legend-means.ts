import { useMemo } from 'react';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { useSeriesMeans } from '#tile-kit/readings/use-series-means.ts';
import type { WhySpan } from '#tile-kit/readings/why-mark.ts';
import type { ChartSettings } from '../model/chart-settings.ts';
import type { ChartFeed } from './use-chart-feed.ts';
import { useLookedRange } from './use-looked-range.ts';

interface LegendMeans {
  /** Undefined where all points are in the chart itself. */
  readonly means: readonly (number | null)[] | undefined;
  /** Of what time they are. */
  readonly span: WhySpan;
}

/** The means that the legend tells, asked again at each refresh. */
export function useLegendMeans(
  settings: ChartSettings,
  { range, isMoving }: Pick<ChartFeed, 'range' | 'isMoving'>,
  hasHistory: boolean,
): LegendMeans {
  const stepMs = settings.refreshInterval * 1000;
  const isWanted = hasHistory && settings.legend && settings.legendValues.includes('mean');
  const { from, to } = useLookedRange(range, isWanted && isMoving, stepMs, usePastMs(stepMs));
  const window = useMemo(() => ({ fromMs: Math.floor(from * 1000), toMs: Math.ceil(to * 1000) }), [from, to]);
  const means = useSeriesMeans(settings.series, window, isWanted);
  const key = hasHistory ? JSON.stringify(means) : undefined;
  const known = useMemo(() => (key === undefined ? undefined : (JSON.parse(key) as (number | null)[])), [key]);
  // What is asked for has its end in it, and a time that is asked about has not.
  return { means: known, span: { fromMs: window.fromMs, toMs: window.toMs + 1 } };
}
