import { QueryClientContext } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import type { AssetState } from './live-asset.ts';
import type { LiveStatus } from './live-connection.ts';
import { type Live, portalLive } from './portal-live.ts';

/** Another live source than the portal's, for tests. */
export const LiveContext = createContext<Live | undefined>(undefined);

/** Live data of the portal. The connection is made with the first subscription. */
export function useLive(): Live {
  const given = useContext(LiveContext);
  const records = useContext(QueryClientContext);
  if (given !== undefined) return given;
  if (records === undefined) throw new Error('Live data of the portal needs the cache of its records.');
  return portalLive(records);
}

/** Whether the live connection works. */
export function useLiveStatus(): LiveStatus {
  const { connection } = useLive();
  const subscribe = useCallback((listener: () => void) => connection.listen({ statusChanged: listener }), [connection]);
  return useSyncExternalStore(subscribe, () => connection.status);
}

/** The connection state of one asset, kept up to date; undefined until it is known. */
export function useAssetState(assetId: number): AssetState | undefined {
  const { store } = useLive();
  const subscribe = useCallback((listener: () => void) => store.subscribeState(assetId, listener), [store, assetId]);
  return useSyncExternalStore(subscribe, () => store.assetState(assetId));
}

/** Has an asset watched before the first that reads it is drawn: the hub is asked while its page is put together. */
export function useWatchedAsset(assetId: number): void {
  const { store } = useLive();
  useEffect(() => store.subscribeState(assetId, () => undefined), [store, assetId]);
}
