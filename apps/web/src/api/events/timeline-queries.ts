import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { type BodyInput, events, type ReplyOf, timeline } from '@telltale/contract';
import { callApi, callUrl } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** What a timeline is narrowed to; times are ISO 8601. */
export interface TimelineFilter {
  kinds?: readonly timeline.TimelineKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  text?: string | undefined;
}

type Page = ReplyOf<typeof timeline.getTimeline>;

const PAGE_SIZE = 100;

function known({ kinds, from, to, text }: TimelineFilter): Record<string, string> {
  const fields = { kinds: kinds?.join(','), from, to, text };
  return Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])));
}

/** What happened to an asset, newest first, a page at a time. */
export function timelineQuery(assetId: number, filter: TimelineFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.timeline(assetId, filter),
    queryFn: ({ signal, pageParam }) =>
      callApi(timeline.getTimeline, {
        params: { assetId },
        query: { ...known(filter), limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Where what a filter leaves is saved as CSV. */
export function timelineCsvAddress(assetId: number, filter: TimelineFilter): string {
  return callUrl(timeline.exportTimeline, { params: { assetId }, query: known(filter) });
}

/** Goes back to the newest page and asks for it again: of a long list not every page is asked for at each news. */
export async function askForNewest(client: QueryClient, assetId: number): Promise<void> {
  client.setQueriesData<InfiniteData<Page, string | null>>({ queryKey: queryKeys.timeline(assetId) }, (data) =>
    data && data.pages.length > 1 ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  await client.invalidateQueries({ queryKey: queryKeys.timeline(assetId) });
}

type EventBody = BodyInput<typeof events.putEvents>[number];

/** Writes an event or a note, new or worded anew, and asks again for what shows it. */
export async function saveEvent(client: QueryClient, event: EventBody): Promise<void> {
  await callApi(events.putEvents, { body: [event] });
  await eventsChanged(client, event.assetId);
}

export async function deleteEvent(client: QueryClient, assetId: number, eventId: number): Promise<void> {
  await callApi(events.deleteEvent, { params: { eventId } });
  await eventsChanged(client, assetId);
}

async function eventsChanged(client: QueryClient, assetId: number): Promise<void> {
  await Promise.all([
    askForNewest(client, assetId),
    client.invalidateQueries({ queryKey: queryKeys.everyEvent(assetId) }),
  ]);
}
