import { queryOptions } from '@tanstack/react-query';
import { seismic } from '@telltale/contract';
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
