import { useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';

export interface AssetChanges {
  readonly isBusy: boolean;
  /** Makes a change and asks for the asset again; answers whether it went well, and says if not. */
  change(what: string, make: () => Promise<unknown>): Promise<boolean>;
  /** @param expectedValue what was seen of it: refused where something else stands there by now; absent: whatever stands there */
  putAttribute(attributeName: string, attributeValue: string, expectedValue?: string | null): () => Promise<unknown>;
  /** @param expectedValue what was seen of it; refused as above */
  deleteAttribute(attributeName: string, expectedValue: string | undefined): () => Promise<unknown>;
}

/** Changes of one asset from its panel. */
export function useAssetChanges(assetId: number): AssetChanges {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    async change(what, make) {
      setBusy(true);
      try {
        await make();
        toast(what);
        return true;
      } catch (error) {
        toast(messageOf(error), 'error');
        return false;
      } finally {
        // Where it was refused, too: what stands there may be what nobody here has seen.
        await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
        setBusy(false);
      }
    },
    putAttribute: (attributeName, attributeValue, expectedValue) => () =>
      callApi(assets.putAttributes, { params: { assetId }, body: { attributeName, attributeValue, expectedValue } }),
    deleteAttribute: (attributeName, expectedValue) => () =>
      callApi(assets.deleteAttribute, { params: { assetId, attributeName }, body: { expectedValue } }),
  };
}
