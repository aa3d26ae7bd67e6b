import { createContext, useContext, useEffect, useRef } from 'react';
import type { WhyItem, WhyPlace } from '#actions/why.ts';
import type { AssetItem } from '#readings/readings.ts';

/** The values that are drawn at a place; none where the place is not of what is drawn. */
type PointedItems = (place: WhyPlace) => readonly WhyItem[];

/** The data items whose values a tile shows, in the order in which it came to show them. */
export class ShownItems {
  readonly #lists = new Set<readonly AssetItem[]>();
  readonly #pointed = new Set<PointedItems>();

  add(items: readonly AssetItem[]): () => void {
    this.#lists.add(items);
    return () => this.#lists.delete(items);
  }

  addPointed(read: PointedItems): () => void {
    this.#pointed.add(read);
    return () => this.#pointed.delete(read);
  }

  /** Those at a place, the nearest first, where the tile can tell; else all. */
  at(place: WhyPlace): readonly WhyItem[] {
    for (const read of this.#pointed) {
      const items = read(place);
      if (items.length > 0) return items;
    }
    return this.list();
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

/** Tells the tile which values lie at a place of what it draws, and when they were. */
export function usePointedItems(read: PointedItems): void {
  const shown = useContext(ShownItemsContext);
  const current = useRef(read);
  current.current = read;
  useEffect(() => shown?.addPointed((place) => current.current(place)), [shown]);
}
