import { useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { useState } from 'react';
import { z } from 'zod';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { theirsOf } from '#api/portal/changed-meanwhile.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';

interface Change {
  /** Said once all is done. */
  readonly done: string;
  /** What of it is refused, because another value stands there by now, is shown with that beside it. */
  readonly areConflictsShown: true;
}

export interface AssetChanges {
  readonly isBusy: boolean;
  /** Makes a change and asks for the asset again; answers whether it went well, and says if not. */
  change(what: string | Change, make: () => Promise<unknown>): Promise<boolean>;
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
        toast(typeof what === 'string' ? what : what.done);
        return true;
      } catch (error) {
        // A message would lie on what says more, and with the choice.
        const isShown = typeof what !== 'string' && theirsOf(error, z.object()) !== undefined;
        if (!isShown) toast(messageOf(error), 'error');
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
