import type { assets } from '@telltale/contract';
import { useCallback, useSyncExternalStore } from 'react';
import { useDashboardScope } from './dashboard-scope.tsx';

/** What was known of an asset at a past moment, beside its readings. */
export type AssetMoment = Pick<assets.AssetState, 'alarms' | 'attributes' | 'coordinates' | 'connected'>;

/**
 * What a tile shall show of an asset: `live`, what the portal says now; `past`, this; `waiting`, the past moment has
 * not been answered yet.
 */
export type AssetMomentReading =
  | { readonly kind: 'live' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'past'; readonly moment: AssetMoment };

/** Where past states of assets come from. `read` answers the same object until something in it has changed. */
export interface AssetMomentSource {
  subscribe(assetId: number, listener: () => void): () => void;
  read(assetId: number): AssetMomentReading;
}

export const LIVE_READING: AssetMomentReading = { kind: 'live' };
export const WAITING_MOMENT: AssetMomentReading = { kind: 'waiting' };

/** The source of dashboards that are never played back. */
export const ALWAYS_LIVE: AssetMomentSource = { subscribe: () => () => undefined, read: () => LIVE_READING };

/** Alarms, attributes, coordinates and connection of an asset at the dashboard's cursor; the dashboard's own by default. */
export function useAssetMoment(assetId?: number): AssetMomentReading {
  const { asset, moments } = useDashboardScope();
  const id = assetId ?? asset.assetId;
  const subscribe = useCallback((listener: () => void) => moments.subscribe(id, listener), [moments, id]);
  return useSyncExternalStore(subscribe, () => moments.read(id));
}
