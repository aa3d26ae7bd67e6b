import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { files } from '@telltale/contract';
import { callApi, callUrl } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The files of an asset, newest first. */
export function assetFilesQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.assetFiles(assetId),
    queryFn: ({ signal }) => callApi(files.listAssetFiles, { params: { assetId }, signal }),
  });
}

/** Which files of all in sight are asked for. */
export interface FilePageFilter {
  readonly search: string;
  /** Of this asset, of none, or of all. */
  readonly asset: number | 'none' | undefined;
  /** '' for what lies in none. */
  readonly folder: string;
  readonly offset: number;
}

/** Files on one page of the list of all. */
export const FILES_PER_PAGE = 50;

/** One page of all files in sight, newest first. */
export function filePageQuery({ search, asset, folder, offset }: FilePageFilter) {
  return queryOptions({
    queryKey: queryKeys.filePage({ search, asset: asset ?? null, folder, offset }),
    queryFn: ({ signal }) =>
      callApi(files.listFilePage, {
        query: {
          search,
          folder,
          offset,
          limit: FILES_PER_PAGE,
          ...(asset === undefined ? {} : { asset: String(asset) }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Files whose names follow a pattern, in which % stands for any text, newest first. */
export function filesNamedQuery(filename: string) {
  return queryOptions({
    queryKey: queryKeys.filePage({ filename }),
    queryFn: ({ signal }) => callApi(files.listFiles, { query: { filename }, signal }),
  });
}

/** Where a file's content is downloaded from. */
export function fileAddress(fileId: number): string {
  return callUrl(files.downloadFile, { params: { fileId } });
}

/** Where a picture, a video or a sound is shown from. */
export function fileViewAddress(fileId: number): string {
  return callUrl(files.viewFile, { params: { fileId } });
}
