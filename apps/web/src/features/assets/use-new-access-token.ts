import { assets } from '@telltale/contract';
import { useContext } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { AssetDialogContext } from './asset-dialog.ts';
import type { AssetRow } from './list/asset-list.ts';

type NamedAsset = Pick<AssetRow, 'assetId' | 'name'>;

/** Gives an asset a new access token, once the user has agreed that the old one ends; undefined when there is none. */
export async function askForNewToken({ assetId, name }: NamedAsset): Promise<string | undefined> {
  const isAgreed = await confirm({
    title: `New access token for ${name}?`,
    message: 'The present token ends at once: the device is cut off until it has the new one.',
    confirmLabel: 'New access token',
    isDestructive: true,
  });
  if (!isAgreed) return undefined;
  try {
    return (await callApi(assets.regenerateToken, { params: { assetId } })).accessToken;
  } catch (error) {
    toast(`${name} keeps its access token. ${messageOf(error)}`, 'error');
    return undefined;
  }
}

/** The same, and shows it in the dialog of the assets page. */
export function useNewAccessToken() {
  const openDialog = useContext(AssetDialogContext);
  return async ({ assetId, name }: NamedAsset) => {
    const accessToken = await askForNewToken({ assetId, name });
    if (accessToken !== undefined) openDialog({ kind: 'token', assetId, name, accessToken });
  };
}
