import {
  type DashboardDocument,
  GRID,
  type LayoutItem,
  type LayoutSize,
  layoutSizes,
  type Tab,
  type Tile,
} from '@telltale/contract';

/**
 * Rows of a tab at one layout size, from top to bottom: height, then tiles with their widths from left to right, e.g.
 * `[10, 'title 24', 'state 12']`. A row is always full, so tiles line up and cannot overlap.
 */
export type LayoutRows = readonly (readonly [number, ...string[]])[];

export interface TabDesign {
  readonly id: string;
  readonly name: string;
  /** Who sees it; absent: everybody. */
  readonly permissionId?: number;
  readonly tiles: Readonly<Record<string, TileDesign>>;
  readonly rows: Readonly<Record<LayoutSize, LayoutRows>>;
}

export interface TileDesign {
  readonly type: { readonly name: string; readonly value: string };
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Turns designs into the document that a dashboard stores. */
export function dashboardDocument(tabs: readonly TabDesign[]): DashboardDocument {
  const document: DashboardDocument = { tabs: [], tiles: {}, layouts: {} };
  for (const [order, design] of tabs.entries()) {
    const layouts = Object.fromEntries(layoutSizes.map((size) => [size, placeRows(design, size)])) as Record<
      LayoutSize,
      LayoutItem[]
    >;
    const { id, name, permissionId } = design;
    const tab: Tab = { id, name, order, ...(permissionId === undefined ? {} : { permissionId }) };
    document.tabs.push(tab);
    document.tiles[design.id] = Object.entries(design.tiles).map(([name, tile]) =>
      tileOf(tileId(design, name), tile, layouts.lg),
    );
    document.layouts[design.id] = layouts;
  }
  return document;
}

function tileOf(id: string, design: TileDesign, placed: readonly LayoutItem[]): Tile {
  const place = placed.find((item) => item.i === id);
  if (!place) throw new Error(`The tile ${id} has no place.`);
  const { x, y, w, h } = place;
  return {
    id,
    properties: { type: { ...design.type, default: false }, settingsGuid: `planned-${id}`, ...design.settings },
    dataGrid: { x, y, w, h },
  };
}

/** Unique in the whole dashboard: two tabs may have a tile of the same name. */
const tileId = (design: TabDesign, name: string) => `${design.id}-${name}`;

function placeRows(design: TabDesign, size: LayoutSize): LayoutItem[] {
  const placed: LayoutItem[] = [];
  let y = 0;
  for (const [h, ...cells] of design.rows[size]) {
    let x = 0;
    for (const cell of cells) {
      const [name = '', width] = cell.split(' ');
      const w = Number(width);
      placed.push({ i: tileId(design, name), x, y, w, h });
      x += w;
    }
    if (x !== GRID.columns[size]) throw new Error(`A row of ${design.id} at ${size} is ${x} columns wide.`);
    y += h;
  }
  return placed;
}
