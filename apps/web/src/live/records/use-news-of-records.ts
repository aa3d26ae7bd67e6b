import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '#api/query-keys.ts';
import { useLive } from '../use-live.ts';

/** What comes at once is asked for once. */
const SETTLE_MS = 200;
/** Assets that one list hears of at most; of the others it asks by itself, rarely. */
const MOST_ASSETS = 100;

/** Has commands asked for anew as soon as something becomes of one to these assets: a device may be away for weeks. */
export function useCommandNews(assetIds: readonly number[]): void {
  useNewsOfRecords(assetIds, queryKeys.commands);
}

/** Has the files of an asset asked for anew as soon as there are others: devices upload them, and colleagues. */
export function useFileNews(assetId: number): void {
  useNewsOfRecords([assetId], queryKeys.assetFiles(assetId));
}

function useNewsOfRecords(assetIds: readonly number[], asked: QueryKey): void {
  const { connection } = useLive();
  const records = useQueryClient();
  const askedKey = hashKey(asked);
  const key = [...new Set(assetIds)].slice(0, MOST_ASSETS).join(' ');
  useEffect(() => {
    if (key === '') return;
    const watched = new Set(key.split(' ').map(Number));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void records.invalidateQueries({ queryKey: JSON.parse(askedKey) as QueryKey });
      }, SETTLE_MS);
    };
    const silence = connection.listen({
      message: (assetId, channel) => {
        if (channel === 'records' && watched.has(assetId)) later();
      },
      // What happened during a gap was missed.
      statusChanged: (status) => {
        if (status === 'open') later();
      },
    });
    const ends = [...watched].map((assetId) => connection.watchChannel(assetId, 'records'));
    return () => {
      clearTimeout(timer);
      silence();
      for (const end of ends) end();
    };
  }, [connection, records, key, askedKey]);
}
