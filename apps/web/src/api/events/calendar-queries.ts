import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BodyInput, calendar, calendarFeeds, calendarRepeats, events } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** What a calendar is narrowed to; times are ISO 8601. */
export interface AskedCalendar {
  from: string;
  to: string;
  assetId?: number | undefined;
  assetGroupId?: number | undefined;
  /** Numbers with commas between. */
  statuses?: string | undefined;
  type?: string | undefined;
}

/** What others plan is seen after so long at most. */
const LOOK_AGAIN_MS = 60_000;

/** Maintenance in a span of time, in order of time; what was shown stays until the answer is there. */
export function calendarQuery({ from, to, ...narrowed }: AskedCalendar) {
  const known = Object.entries(narrowed).filter((field): field is [string, string | number] => Boolean(field[1]));
  return queryOptions({
    queryKey: queryKeys.maintenanceCalendar({ from, to, ...narrowed }),
    queryFn: ({ signal }) =>
      callApi(calendar.listMaintenance, {
        query: { from, to, ...Object.fromEntries(known) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

type EventBody = BodyInput<typeof events.putEvents>[number];

/** Writes a maintenance, new or changed, and asks again for what shows it; answers its number. */
export async function saveMaintenance(client: QueryClient, event: EventBody): Promise<number> {
  const [saved] = await callApi(events.putEvents, { body: [event] });
  await maintenanceChanged(client, event.assetId);
  return saved?.eventId ?? 0;
}

/** Plans maintenance that comes again, or one and all that follow it anew; answers the first: its number, and when it is. */
export async function saveSeries(
  client: QueryClient,
  body: BodyInput<typeof calendarRepeats.putMaintenanceSeries>,
): Promise<{ eventId: number; timestamp: string }> {
  const { eventId, timestamp } = await callApi(calendarRepeats.putMaintenanceSeries, { body });
  await maintenanceChanged(client, body.assetId);
  return { eventId, timestamp };
}

export async function deleteMaintenance(client: QueryClient, assetId: number, eventId: number): Promise<void> {
  await callApi(events.deleteEvent, { params: { eventId } });
  await maintenanceChanged(client, assetId);
}

export async function maintenanceChanged(client: QueryClient, assetId: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.maintenanceCalendar() }),
    client.invalidateQueries({ queryKey: queryKeys.timeline(assetId) }),
    client.invalidateQueries({ queryKey: queryKeys.everyEvent(assetId) }),
  ]);
}

/** The user's calendar feeds. */
export const calendarFeedsQuery = queryOptions({
  queryKey: queryKeys.calendarFeeds,
  queryFn: ({ signal }) => callApi(calendarFeeds.listCalendarFeeds, { signal }),
});
