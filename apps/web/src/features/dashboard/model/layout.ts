import { GRID, type LayoutItem, type LayoutSize, type Tile } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { type LayoutItem as GridItem, moveElement } from 'react-grid-layout/core';
import { fastVerticalCompactor } from 'react-grid-layout/extras';

/** Where a tile stands, in grid units. */
export interface TilePlace {
  readonly i: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Stays where it is when others move. */
  readonly static?: boolean;
}

/** A tile must stay big enough to be taken hold of. */
const LEAST_COLUMNS = { lg: 4, sm: 4, xxs: 1 } as const;
const LEAST_ROWS = 3;

/**
 * Where the tiles of a tab stand at a layout size, as the grid will draw them: as somebody arranged them, else derived
 * (a tablet as the desk, a phone in one column), packed upwards. Tiles that no layout names come first.
 */
export function tabLayout(tab: DashboardTab, size: LayoutSize): TilePlace[] {
  return pack(
    fromStored(tab, size).map((place) => fit(place, size)),
    size,
  );
}

/** The layout after a tile moved by grid units, others making way. */
export function moveItem(layout: readonly TilePlace[], id: string, dx: number, dy: number, size: LayoutSize) {
  const columns = GRID.columns[size];
  const copy = layout.map((place): GridItem => ({ ...place }));
  const item = copy.find(({ i }) => i === id);
  if (item === undefined) return [...layout];
  const x = Math.min(columns - item.w, Math.max(0, item.x + dx));
  // Packing upwards undoes a step down that does not pass the tile below: step over it.
  const y = Math.max(0, dy > 0 ? belowNext(copy, item) : dy < 0 ? aboveLast(copy, item) : item.y);
  return pack(moveElement(copy, item, x, y, true, false, 'vertical', columns, false), size);
}

/** The layout after several tiles moved by one step of the keyboard: as one, until one of them is at the edge. */
export function moveTogether(
  layout: readonly TilePlace[],
  ids: readonly string[],
  dx: number,
  dy: number,
  size: LayoutSize,
): TilePlace[] {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) return moveItem(layout, id, dx, dy, size);
  if (dy === 0) return placeTogether(layout, ids, dx, 0, size);
  const moving = layout.filter(({ i }) => ids.includes(i));
  // The foremost goes first, or the ones behind would only change places with it.
  const inOrder = moving.sort((a, b) => (dy > 0 ? b.y - a.y : a.y - b.y));
  return inOrder.reduce((moved, { i }) => moveItem(moved, i, 0, dy, size), [...layout]);
}

/** The layout after several tiles were put down somewhere else; what they land on makes way downwards. */
export function placeTogether(
  layout: readonly TilePlace[],
  ids: readonly string[],
  dx: number,
  dy: number,
  size: LayoutSize,
): TilePlace[] {
  const columns = GRID.columns[size];
  const moving = new Set(ids);
  const group = layout.filter(({ i }) => moving.has(i));
  const left = Math.min(...group.map(({ x }) => x));
  const right = Math.max(...group.map(({ x, w }) => x + w));
  const top = Math.min(...group.map(({ y }) => y));
  const byX = Math.min(columns - right, Math.max(-left, dx));
  const byY = Math.max(-top, dy);
  // Half a row higher in order than what stands there, so that the packing puts them first.
  const moved = layout.map((place) =>
    moving.has(place.i) ? { ...place, x: place.x + byX, y: place.y + byY - (place.static === true ? 0 : 0.5) } : place,
  );
  return pack(moved, size);
}

/** The layout after a tile grew or shrank by grid units. */
export function resizeItem(layout: readonly TilePlace[], id: string, dw: number, dh: number, size: LayoutSize) {
  const columns = GRID.columns[size];
  const resized = layout.map((item) => {
    if (item.i !== id) return item;
    const w = Math.min(columns - item.x, Math.max(LEAST_COLUMNS[size], item.w + dw));
    return { ...item, w, h: Math.max(LEAST_ROWS, item.h + dh) };
  });
  return pack(resized, size);
}

export function isSameLayout(first: readonly TilePlace[], second: readonly TilePlace[]): boolean {
  const places = new Map(second.map((item) => [item.i, item]));
  return (
    first.length === second.length &&
    first.every(({ i, x, y, w, h }) => {
      const other = places.get(i);
      return other?.x === x && other.y === y && other.w === w && other.h === h;
    })
  );
}

function fromStored(tab: DashboardTab, size: LayoutSize): TilePlace[] {
  const layout = tab.layouts[size];
  if (layout !== undefined) return withMissing(layout, tab.tiles, size);
  if (size === 'lg') return tab.tiles.map((tile) => ownPlace(tile, size));
  const wide = tabLayout(tab, 'lg');
  return size === 'sm' ? wide : inOneColumn(wide);
}

function withMissing(layout: readonly LayoutItem[], tiles: readonly Tile[], size: LayoutSize): TilePlace[] {
  const ids = new Set(tiles.map(({ id }) => id));
  const present = new Set(layout.map(({ i }) => i));
  const missing = tiles.filter(({ id }) => !present.has(id)).map((tile) => ownPlace(tile, size));
  return [...missing, ...layout.filter(({ i }) => ids.has(i)).map(placeOf)];
}

/** A tile's own place is meant for the 96 columns; a phone gives it the whole width. */
export function ownPlace({ id, dataGrid: { x, y, w, h } }: Tile, size: LayoutSize): TilePlace {
  return size === 'xxs' ? { i: id, x: 0, y, w: GRID.columns.xxs, h } : { i: id, x, y, w, h };
}

function inOneColumn(wide: readonly TilePlace[]): TilePlace[] {
  const inReadingOrder = [...wide].sort((a, b) => a.y - b.y || a.x - b.x);
  let y = 0;
  return inReadingOrder.map(({ i, h }) => {
    const item = { i, x: 0, y, w: GRID.columns.xxs, h };
    y += h;
    return item;
  });
}

function fit(place: TilePlace, size: LayoutSize): TilePlace {
  const columns = GRID.columns[size];
  const w = Math.min(columns, place.w);
  return { ...place, w, x: Math.min(columns - w, place.x) };
}

/**
 * Packs tiles upwards; the screen's grid uses the same. The grid library's ordinary one overflows the stack when
 * thousands of tiles stand at one place.
 */
export const packing = fastVerticalCompactor;

function pack(places: readonly TilePlace[], size: LayoutSize): TilePlace[] {
  const items = places.map((place): GridItem => ({ ...place }));
  return packing.compact(items, GRID.columns[size]).map(placeOf);
}

type PlaceLike = Omit<TilePlace, 'static'> & { static?: boolean | undefined };

/** Without the marks that the grid library adds for itself. */
export function placeOf({ i, x, y, w, h, static: isStatic }: PlaceLike): TilePlace {
  return isStatic === true ? { i, x, y, w, h, static: true } : { i, x, y, w, h };
}

function overlapsColumns(a: TilePlace, b: TilePlace): boolean {
  return a.i !== b.i && a.x < b.x + b.w && b.x < a.x + a.w;
}

function belowNext(layout: readonly TilePlace[], item: TilePlace): number {
  const below = layout.filter((other) => overlapsColumns(item, other) && other.y >= item.y + item.h);
  const next = below.sort((a, b) => a.y - b.y)[0];
  return next === undefined ? item.y : item.y + next.h;
}

function aboveLast(layout: readonly TilePlace[], item: TilePlace): number {
  const above = layout.filter((other) => overlapsColumns(item, other) && other.y + other.h <= item.y);
  const last = above.sort((a, b) => b.y - a.y)[0];
  return last === undefined ? 0 : last.y;
}
