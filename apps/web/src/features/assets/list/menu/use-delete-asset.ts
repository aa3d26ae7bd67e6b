import { useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { AssetRow } from '../asset-list.ts';

/** Deletes an asset once the user has agreed (spec 1 §2). */
export function useDeleteAsset() {
  const queryClient = useQueryClient();
  return async ({ assetId, name, serialNumber }: Pick<AssetRow, 'assetId' | 'name' | 'serialNumber'>) => {
    const isAgreed = await confirm({
      title: 'Delete asset',
      message: `This will permanently delete asset ${serialNumber}. You may need additional permissions to take this action. Are you sure?`,
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (!isAgreed) return;
    try {
      await callApi(assets.deleteAsset, { params: { assetId } });
      toast(`${name} is deleted.`);
    } catch (error) {
      toast(`${name} was not deleted. ${messageOf(error)}`, 'error');
    }
    await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
  };
}
