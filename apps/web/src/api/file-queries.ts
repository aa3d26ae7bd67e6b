import { queryOptions } from '@tanstack/react-query';
import { files } from '@telltale/contract';
import { callApi, callUrl } from './client.ts';

/** The files of an asset, newest first. */
export function assetFilesQuery(assetId: number) {
  return queryOptions({
    queryKey: ['assets', assetId, 'files'],
    queryFn: ({ signal }) => callApi(files.listAssetFiles, { params: { assetId }, signal }),
  });
}

/** Where a file's content is downloaded from. */
export function fileAddress(fileId: number): string {
  return callUrl(files.downloadFile, { params: { fileId } });
}
