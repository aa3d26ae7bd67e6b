import { useQuery } from '@tanstack/react-query';
import { files } from '@telltale/contract';
import { sendCall } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';

/** The first bytes of a file. */
export function useBeginning({ fileId, length }: files.StoredFile, bytes: number) {
  return useQuery({
    queryKey: queryKeys.fileBeginning(fileId, bytes),
    queryFn: async ({ signal }) => {
      // Of nothing there is no part.
      if (length === 0) return new Uint8Array();
      const headers = { Range: `bytes=0-${bytes - 1}` };
      const answer = await sendCall(files.downloadFile, { params: { fileId }, headers, signal });
      return new Uint8Array(await answer.arrayBuffer());
    },
    // A file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
