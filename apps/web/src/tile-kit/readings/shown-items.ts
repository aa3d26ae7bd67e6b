import { createContext, useContext, useEffect } from 'react';
import type { AssetItem } from '#readings/readings.ts';

/** The data items whose values a tile shows, in the order in which it came to show them. */
export class ShownItems {
  readonly #lists = new Set<readonly AssetItem[]>();

  add(items: readonly AssetItem[]): () => void {
    this.#lists.add(items);
    return () => this.#lists.delete(items);
  }

  list(): AssetItem[] {
    const items = new Map<string, AssetItem>();
    for (const item of [...this.#lists].flat()) items.set(`${item.assetId}-${item.dataItemId}`, item);
    return [...items.values()];
  }
}

/** Those of the tile around; undefined in forms and previews. */
export const ShownItemsContext = createContext<ShownItems | undefined>(undefined);

/** Tells the tile which data items are shown in it. */
export function useShownItems(items: readonly (AssetItem | undefined | null)[]): void {
  const shown = useContext(ShownItemsContext);
  const key = JSON.stringify(items.map((item) => item && [item.assetId, item.dataItemId]));
  useEffect(() => {
    const pairs = JSON.parse(key) as ([number, number] | null)[];
    const known = pairs.flatMap((pair) => (pair ? [{ assetId: pair[0], dataItemId: pair[1] }] : []));
    return known.length > 0 ? shown?.add(known) : undefined;
  }, [shown, key]);
}
