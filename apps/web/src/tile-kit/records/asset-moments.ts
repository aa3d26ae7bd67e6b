import type { assets } from '@telltale/contract';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useDashboardScope } from '../dashboard-scope.tsx';

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

/** The same for several assets, for tiles that show more than their dashboard's own; the same map until one has changed. */
export function useAssetMoments(assetIds: readonly number[]): ReadonlyMap<number, AssetMomentReading> {
  const { moments } = useDashboardScope();
  const key = assetIds.join(' ');
  const group = useMemo(() => new MomentGroup(moments, key === '' ? [] : key.split(' ').map(Number)), [moments, key]);
  return useSyncExternalStore(group.subscribe, group.read);
}

class MomentGroup {
  readonly #source: AssetMomentSource;
  readonly #assetIds: readonly number[];
  #last: ReadonlyMap<number, AssetMomentReading> = new Map();

  constructor(source: AssetMomentSource, assetIds: readonly number[]) {
    this.#source = source;
    this.#assetIds = assetIds;
  }

  subscribe = (listener: () => void): (() => void) => {
    const ends = this.#assetIds.map((assetId) => this.#source.subscribe(assetId, listener));
    return () => {
      for (const end of ends) end();
    };
  };

  read = (): ReadonlyMap<number, AssetMomentReading> => {
    const isSame =
      this.#last.size === this.#assetIds.length &&
      this.#assetIds.every((assetId) => this.#last.get(assetId) === this.#source.read(assetId));
    if (!isSame) this.#last = new Map(this.#assetIds.map((assetId) => [assetId, this.#source.read(assetId)]));
    return this.#last;
  };
}
