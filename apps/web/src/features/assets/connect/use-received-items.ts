import { assets } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { callApi } from '#api/client.ts';
import { useLive } from '#live/use-live.ts';

const NONE: ReadonlySet<number> = new Set();

/** The data items that the asset has sent a value of, as they come in. */
export function useReceivedItems(assetId: number): ReadonlySet<number> {
  const { store } = useLive();
  const [items, setItems] = useState(NONE);
  useEffect(() => {
    const abort = new AbortController();
    const add = (ids: readonly number[]) =>
      setItems((known) => (ids.every((id) => known.has(id)) ? known : new Set([...known, ...ids])));
    const end = store.listen(assetId, {
      updates: (updates) => add(updates.map(({ dataItemId }) => dataItemId)),
      // Old values are stored without becoming current; the device is there all the same.
      backfill: ({ dataItemIds }) => add(dataItemIds),
      // What came before the subscription, or while the live connection was down.
      subscribed: () => {
        callApi(assets.listCurrentValues, { params: { assetId }, signal: abort.signal })
          .then((values) => add(values.filter(({ timestamp }) => timestamp !== null).map((value) => value.dataItemId)))
          // Without the permission, or the portal for a moment: what arrives from now on still counts.
          .catch(() => undefined);
      },
    });
    return () => {
      abort.abort();
      end();
    };
  }, [assetId, store]);
  return items;
}
