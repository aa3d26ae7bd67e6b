import { useMemo } from 'react';
import type { ResolvedSeriesRequest, SeriesFeed, SeriesFeedRequest } from '#readings/series.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useShownItems } from './shown-items.ts';

/**
 * The feed of a chart's series. The same object until the request means something else, so a chart may build the
 * request at each render. The feed runs while it is subscribed to.
 */
export function useSeriesFeed(request: SeriesFeedRequest): SeriesFeed {
  const { series, resolve } = useDashboardScope();
  const key = JSON.stringify({
    ...request,
    selections: undefined,
    items: request.selections.map((selection) => resolve(selection) ?? null),
  });
  useShownItems(request.selections.map((selection) => resolve(selection)));
  return useMemo(() => {
    const resolved = JSON.parse(key) as ResolvedSeriesRequest;
    return series.open({ ...resolved, items: resolved.items.map((item) => item ?? undefined) });
  }, [series, key]);
}
