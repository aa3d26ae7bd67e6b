import { queryOptions } from '@tanstack/react-query';
import { history, seismic } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** The portal asks the feeds when their answers are old; a page that stands open asks the portal so often. */
const REFRESH_MS = 60_000;

/** The earthquake feeds that the caller may see. */
export const seismicFeedsQuery = queryOptions({
  queryKey: queryKeys.seismicFeeds,
  queryFn: ({ signal }) => callApi(seismic.listSeismicFeeds, { signal }),
});

/** The earthquakes of one feed, and how old they are. */
export function seismicEventsQuery(source: string) {
  return queryOptions({
    queryKey: queryKeys.seismicEvents(source),
    queryFn: ({ signal }) => callApi(seismic.listSeismicEvents, { query: { source }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** What the stations in sight have noticed themselves. */
export const detectionsQuery = queryOptions({
  queryKey: queryKeys.detections,
  queryFn: ({ signal }) => callApi(seismic.listDetections, { signal }),
  refetchInterval: REFRESH_MS,
});

/** Which assets are stations, and what they record. */
export const seismicStationsQuery = queryOptions({
  queryKey: queryKeys.seismicStations,
  queryFn: ({ signal }) => callApi(seismic.listSeismicStations, { signal }),
  staleTime: REFRESH_MS,
});

/** Buckets of a recording, each with its smallest and its largest value. */
const BUCKETS = 1_200;

/** What a station recorded between two moments: seconds since 1970, and the values. */
export function groundMotionQuery(of: { assetId: number; dataItemId: number; fromMs: number; toMs: number }) {
  const { assetId, dataItemId, fromMs, toMs } = of;
  return queryOptions({
    queryKey: queryKeys.groundMotion(of),
    queryFn: async ({ signal }) => {
      const query = {
        columnar: 'true' as const,
        threshold: String(BUCKETS),
        dataItems: `${assetId}-${dataItemId}`,
        startTime: new Date(fromMs).toISOString(),
        endTime: new Date(toMs).toISOString(),
      };
      const [times = [], values = []] = await callApi(history.getHistory, { query, signal });
      const numbers = values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : null));
      return { times: times.map(Number), values: numbers };
    },
    staleTime: REFRESH_MS,
  });
}
