import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BodyInput, parts } from '@telltale/contract';
import { callApi, callUrl } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** Counters move on while one looks. */
const LOOK_AGAIN_MS = 60_000;

/** The parts of an asset as they are, or as they were at a past moment. */
export function partGridQuery(assetId: number, at?: string) {
  return queryOptions({
    queryKey: queryKeys.parts(assetId, { at: at ?? null }),
    queryFn: ({ signal }) => callApi(parts.getPartGrid, { params: { assetId }, query: at ? { at } : {}, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: at === undefined ? LOOK_AGAIN_MS : false,
  });
}

/** When a part was done, newest first. */
export function partRecordsQuery(assetId: number, eventDefinitionId: number, at?: string) {
  return queryOptions({
    queryKey: queryKeys.parts(assetId, { eventDefinitionId, at: at ?? null }),
    queryFn: ({ signal }) =>
      callApi(parts.listPartRecords, {
        params: { assetId, eventDefinitionId },
        query: { limit: MOST_RECORDS, ...(at ? { at } : {}) },
        signal,
      }),
  });
}

const MOST_RECORDS = 200;

export interface ForecastFilter {
  assetId?: string | undefined;
  assetDefinitionId?: string | undefined;
  category?: string | undefined;
  state?: parts.PartState | undefined;
  text?: string | undefined;
}

export const FORECAST_PAGE = 50;

const known = (filter: ForecastFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter((field): field is [string, string] => Boolean(field[1])));

/** When the parts of all assets in sight fall due. */
export function forecastQuery(filter: ForecastFilter, offset: number) {
  return queryOptions({
    queryKey: queryKeys.partForecast({ ...known(filter), offset }),
    queryFn: ({ signal }) =>
      callApi(parts.listForecast, { query: { ...known(filter), limit: FORECAST_PAGE, offset }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function forecastCsvAddress(filter: ForecastFilter): string {
  return callUrl(parts.exportForecast, { query: known(filter) });
}

interface PartInPath {
  assetId: number;
  eventDefinitionId: number;
}

/** Writes down that a part was done, and asks again for what shows it. */
export async function recordPart(client: QueryClient, params: PartInPath, body: BodyInput<typeof parts.recordPart>) {
  await callApi(parts.recordPart, { params, body });
  await partsChanged(client, params.assetId);
}

/** Corrects a record, or adds to its comments. */
export async function changePartRecord(
  client: QueryClient,
  params: PartInPath & { eventId: number },
  body: BodyInput<typeof parts.changePartRecord>,
) {
  await callApi(parts.changePartRecord, { params, body });
  await partsChanged(client, params.assetId);
}

async function partsChanged(client: QueryClient, assetId: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.parts(assetId) }),
    client.invalidateQueries({ queryKey: queryKeys.partForecast() }),
    client.invalidateQueries({ queryKey: queryKeys.everyEvent(assetId) }),
    client.invalidateQueries({ queryKey: queryKeys.maintenanceCalendar() }),
  ]);
}
