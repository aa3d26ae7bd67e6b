import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type measurementImports as Imports, measurementImports } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';

const PROGRESS_MS = 1_000;

export interface GroupOfFile {
  readonly fileId: number;
  readonly group: string;
}

/** What an import would store; what was answered last stays until the next answer. */
export function importPreviewQuery(params: GroupOfFile, body: Imports.ImportRequest) {
  return queryOptions({
    queryKey: queryKeys.recording(params.fileId, params.group, 'import', body),
    queryFn: ({ signal }) => callApi(measurementImports.previewMeasurementImport, { params, body, signal }),
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** The user's imports, newest first; asked for again and again while one is under way. */
export const importListQuery = queryOptions({
  queryKey: queryKeys.measurementImports,
  queryFn: ({ signal }) => callApi(measurementImports.listMeasurementImports, { signal }),
  refetchInterval: ({ state }) => (state.data?.some((job) => job.state === 'running') ? PROGRESS_MS : false),
});
