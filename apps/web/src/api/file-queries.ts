import { queryOptions } from '@tanstack/react-query';
import { files } from '@telltale/contract';
import { callApi, callUrl, sendCall } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The files of an asset, newest first. */
export function assetFilesQuery(assetId: number) {
  return queryOptions({
    queryKey: queryKeys.assetFiles(assetId),
    queryFn: ({ signal }) => callApi(files.listAssetFiles, { params: { assetId }, signal }),
  });
}

/** Uploads files of an asset; all of them are kept, or none. */
export async function uploadToAsset(assetId: number, uploads: readonly File[]): Promise<void> {
  const body = new FormData();
  for (const upload of uploads) body.append('file', upload, upload.name);
  await sendCall(files.uploadAssetFiles, { params: { assetId }, body });
}

/** Where a file's content is downloaded from. */
export function fileAddress(fileId: number): string {
  return callUrl(files.downloadFile, { params: { fileId } });
}
