import { assets } from '@telltale/contract';
import { useContext } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toast.ts';
import { AssetDialogContext } from './asset-dialog.ts';
import type { AssetRow } from './asset-list.ts';

/** Gives an asset a new access token, once the user has agreed that the old one ends, and shows it. */
export function useNewAccessToken() {
  const openDialog = useContext(AssetDialogContext);
  return async ({ assetId, name }: AssetRow) => {
    const isAgreed = await confirm({
      title: `New access token for ${name}?`,
      message: 'The present token ends at once: the device is cut off until it has the new one.',
      confirmLabel: 'New access token',
      isDestructive: true,
    });
    if (!isAgreed) return;
    try {
      const { accessToken } = await callApi(assets.regenerateToken, { params: { assetId } });
      openDialog({ kind: 'token', assetId, name, accessToken });
    } catch (error) {
      toast(`${name} keeps its access token. ${messageOf(error)}`, 'error');
    }
  };
}
