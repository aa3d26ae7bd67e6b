import { type LayoutSize, layoutSizes, type Tile } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { type TilePlace, tabLayout } from './layout.ts';

/** A tile off the grid, with the size and place it had at each layout size. */
export interface CopiedTile {
  readonly tile: Tile;
  readonly places: Readonly<Partial<Record<LayoutSize, Omit<TilePlace, 'i'>>>>;
}

/** Those tiles of a tab, in its order. */
export function copyTiles(tab: DashboardTab, tileIds: readonly string[]): CopiedTile[] {
  const wanted = new Set(tileIds);
  const places = new Map(
    layoutSizes.map((size) => [size, new Map(tabLayout(tab, size).map((place) => [place.i, place]))]),
  );
  return tab.tiles
    .filter(({ id }) => wanted.has(id))
    .map((tile) => {
      const entries = layoutSizes.flatMap((size) => {
        const place = places.get(size)?.get(tile.id);
        return place === undefined ? [] : [[size, { x: place.x, y: place.y, w: place.w, h: place.h }] as const];
      });
      return { tile, places: Object.fromEntries(entries) };
    });
}
