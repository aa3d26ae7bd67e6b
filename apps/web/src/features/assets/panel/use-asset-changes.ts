import { useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';

export interface AssetChanges {
  readonly isBusy: boolean;
  /** Makes changes one after another and asks for the asset again; answers whether all went well, and says if not. */
  change(what: string, ...steps: (() => Promise<unknown>)[]): Promise<boolean>;
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
    async change(what, ...steps) {
      setBusy(true);
      let done = 0;
      try {
        for (const step of steps) {
          await step();
          done += 1;
        }
        toast(what);
        return true;
      } catch (error) {
        toast(done === 0 ? messageOf(error) : `Only a part was saved. ${messageOf(error)}`, 'error');
        return false;
      } finally {
        // What went through before a failure shows, too.
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
