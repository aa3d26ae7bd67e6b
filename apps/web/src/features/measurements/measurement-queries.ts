import { queryOptions } from '@tanstack/react-query';
import { files, measurements } from '@telltale/contract';
import { ApiError } from '#api/api-error.ts';
import { callApi, callUrl, sendCall } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { placesText } from './exporting/places.ts';

/** What a name ends with, as the list of files has it. */
const TDMS_FILES = '%.tdms';

/** Measurement files that were uploaded between two times, newest first. */
export function measurementFilesQuery(span: { startDate?: string; endDate?: string }) {
  const query = { ...span, filename: TDMS_FILES };
  return queryOptions({
    queryKey: queryKeys.filePage(query),
    queryFn: ({ signal }) => callApi(files.listFiles, { query, signal }),
  });
}

/** What a file says of itself: it never changes. */
export function recordingQuery(fileId: number) {
  return queryOptions({
    queryKey: queryKeys.recording(fileId),
    queryFn: ({ signal }) => callApi(measurements.getRecording, { params: { fileId }, signal }),
    staleTime: Infinity,
    retry: false,
  });
}

export function channelsQuery(fileId: number, group: string) {
  return queryOptions({
    queryKey: queryKeys.recording(fileId, group),
    queryFn: ({ signal }) => callApi(measurements.listRecordingChannels, { params: { fileId, group }, signal }),
    staleTime: Infinity,
    retry: false,
  });
}

const PROGRESS_MS = 1_000;

/** What comes of an export that is downloaded under this id; undefined: the portal has not heard of it yet. */
export function recordingExportQuery(exportId: string) {
  return queryOptions({
    queryKey: queryKeys.measurementExport(exportId),
    queryFn: async ({ signal }) =>
      (await callApi(measurements.listRecordingExports, { signal })).find((one) => one.exportId === exportId) ?? null,
    refetchInterval: ({ state }) => (state.data == null || state.data.state === 'running' ? PROGRESS_MS : false),
  });
}

/** Where channels of a group are had as a file of another kind. */
export function recordingExportAddress(
  fileId: number,
  group: string,
  type: measurements.RecordingExport,
  places: readonly number[],
): string {
  const query = { type, channels: placesText(places) };
  return callUrl(measurements.exportRecordingChannels, { params: { fileId, group }, query });
}

/** Throws the refusal of an export, which a download would not tell. */
export async function checkRecordingExport(
  fileId: number,
  group: string,
  type: measurements.RecordingExport,
  places: readonly number[],
): Promise<void> {
  const query = { type, channels: placesText(places), check: 'true' };
  await sendCall(measurements.exportRecordingChannels, { params: { fileId, group }, query });
}

/** A channel of a file. */
export interface ChannelOfFile {
  readonly fileId: number;
  readonly group: string;
  readonly channel: string;
}

/** @param part indexes of its values, the last one exclusive, and how many parts they are shown in */
export function plotQuery(params: ChannelOfFile, part: { first: number; end: number; buckets: number }) {
  return queryOptions({
    queryKey: queryKeys.recording(params.fileId, params.group, params.channel, part),
    queryFn: async ({ client, queryKey, signal }) => {
      const plot = await callApi(measurements.plotRecordingChannel, { params, query: part, signal });
      const before = client.getQueryState<measurements.ChannelPlot>(queryKey);
      const unread = before?.status === 'success' ? (before.data?.unread ?? 0) : 0;
      if (unread > 0 && plot.unread >= unread) {
        throw new ApiError(0, 'no-progress', 'The portal does not get on with reading it.');
      }
      return plot;
    },
    // A long channel is read by one question after another, for as long as that gets on.
    refetchInterval: ({ state: { data, status } }) =>
      status === 'success' && (data?.unread ?? 0) > 0 ? ASK_ON_MS : false,
    staleTime: Infinity,
    retry: false,
  });
}

const ASK_ON_MS = 1;
