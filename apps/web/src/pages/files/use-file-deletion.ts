import { useQueryClient } from '@tanstack/react-query';
import { files, permissionId } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { refreshFiles } from './refresh-files.ts';

/** Deletes a file once that was confirmed; undefined for who may not. */
export function useFileDeletion(): ((file: files.StoredFile) => Promise<void>) | undefined {
  const client = useQueryClient();
  const mayDelete = useMay(permissionId('Files', 'Delete'));
  if (!mayDelete) return undefined;
  return async ({ fileId, filename, assetId }) => {
    const message = `The file ${filename} will be deleted. Are you sure?`;
    if (!(await confirm({ message, confirmLabel: 'Delete', isDestructive: true }))) return;
    try {
      await callApi(files.deleteFile, { params: { fileId } });
      toast(`‘${filename}’ deleted.`);
    } catch (error) {
      toast(`‘${filename}’ is still there. ${messageOf(error)}`, 'error');
    }
    void refreshFiles(client, assetId);
  };
}
