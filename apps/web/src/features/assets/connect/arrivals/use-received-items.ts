import { assets, type LiveUpdate } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { callApi } from '#api/client.ts';
import { useLive } from '#live/use-live.ts';

/** A data item that the asset has sent, with the last that is known of it. */
export interface ReceivedItem {
  dataItemId: number;
  label: string;
  value: number | string | null;
  unit: string;
  /** Milliseconds since 1970. */
  timestamp: number | null;
}

export type ReceivedItems = ReadonlyMap<number, ReceivedItem>;
const NONE: ReceivedItems = new Map();

/** The data items that the asset has sent a value of, as they come in. */
export function useReceivedItems(assetId: number): ReceivedItems {
  const { store } = useLive();
  const [items, setItems] = useState(NONE);
  useEffect(() => {
    const abort = new AbortController();
    const add = (found: readonly ReceivedItem[]) => setItems((known) => withNewer(known, found));
    const load = (late: readonly number[]) => {
      callApi(assets.listCurrentValues, { params: { assetId }, signal: abort.signal })
        .then((values) =>
          add(values.filter((one) => one.timestamp !== null || late.includes(one.dataItemId)).map(itemOfValue)),
        )
        // Without the permission, or the portal for a moment: what arrives from now on still counts.
        .catch(() => undefined);
    };
    const end = store.listen(assetId, {
      updates: (updates) => add(updates.map(itemOfUpdate)),
      // Old values are stored without becoming current; the device is there all the same.
      backfill: ({ dataItemIds }) => {
        add(dataItemIds.map((dataItemId) => ({ dataItemId, label: '', value: null, unit: '', timestamp: null })));
        load(dataItemIds);
      },
      // What came before the subscription, or while the live connection was down.
      subscribed: () => load([]),
    });
    return () => {
      abort.abort();
      end();
    };
  }, [assetId, store]);
  return items;
}

function itemOfUpdate({ dataItemId, label, value, unit, isString, stringValue, timestamp }: LiveUpdate): ReceivedItem {
  return { dataItemId, label, value: isString ? (stringValue ?? '') : value, unit: unit ?? '', timestamp };
}

function itemOfValue({ dataItemId, label, value, unit, isString, stringValue, timestamp }: assets.CurrentValue) {
  return { dataItemId, label, value: isString ? stringValue : value, unit, timestamp };
}

/** An answer may be older than what the live feed told meanwhile, and a backfill names no labels. */
function withNewer(known: ReceivedItems, found: readonly ReceivedItem[]): ReceivedItems {
  const news = found.filter((item) => {
    const before = known.get(item.dataItemId);
    if (before === undefined || before.label === '') return true;
    return item.timestamp !== null && item.timestamp >= (before.timestamp ?? 0);
  });
  if (news.length === 0) return known;
  return new Map([...known, ...news.map((item) => [item.dataItemId, item] as const)]);
}
