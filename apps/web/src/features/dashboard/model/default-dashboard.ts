import { DEFAULT_TAB_NAME, type Tile } from '@telltale/contract';
import { type DashboardModel, emptyTab, NOTHING_KEPT } from '@telltale/domain/dashboard/dashboard-model.ts';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { newTile } from './new-tile.ts';

/** What the default dashboard shows at once: the numeric data items of the asset, or of those in slots, in their order. */
export interface DefaultDashboardItem {
  readonly dataItemId: number;
  /** The slots that lead to its asset; none for an asset's own. */
  readonly slotPath?: readonly number[];
}

/** An Indicator, a Basic Graph, a Dial Gauge and the Advanced Graph 64 units wide, in one tab (spec 3 §10). */
const places: Readonly<Record<'Indicator' | 'FastGraph' | 'Gauge' | 'AdvancedGraph', Tile['dataGrid']>> = {
  Indicator: { x: 0, y: 0, w: 32, h: 12 },
  Gauge: { x: 0, y: 12, w: 32, h: 24 },
  AdvancedGraph: { x: 32, y: 0, w: 64, h: 36 },
  FastGraph: { x: 0, y: 36, w: 96, h: 24 },
};

/** Charts show this many items at first. */
const CHART_ITEMS = 3;

/** On a system's dashboard: of each slot one. */
const SYSTEM_CHART_ITEMS = 6;
/** Below the tiles above, a row for each slot. */
const ROWS_Y = 60;
const ROW = { items: 3, width: 32, height: 12 };

type FindTile = (type: string) => TileDefinition;

/**
 * The dashboard of an asset that has none. It shows the first data items, so that there is something to see at once; with none there
 * are the tiles, waiting to be pointed at something.
 */
export function defaultDashboard(
  items: readonly DefaultDashboardItem[],
  findTile: FindTile,
  newId: () => string,
): DashboardModel {
  return inOneTab(mainTiles(items, items.slice(0, CHART_ITEMS), findTile, newId), newId);
}

/**
 * The dashboard of a system that has none: the same tiles, whose charts hold what is first in each slot against each other, and below
 * them a row for each slot with its first values.
 * @param slots the data items of each slot, in their order
 */
export function systemDashboard(
  slots: readonly (readonly DefaultDashboardItem[])[],
  findTile: FindTile,
  newId: () => string,
): DashboardModel {
  const firsts = slots.flatMap(([first]) => first ?? []);
  const series = slots.length > 1 ? firsts.slice(0, SYSTEM_CHART_ITEMS) : (slots[0] ?? []).slice(0, CHART_ITEMS);
  const rows = slots.flatMap((items, row) =>
    items.slice(0, ROW.items).map((item, column): Tile => {
      const tile = newTile(findTile('Indicator'), newId(), selectionOf(item));
      const { width: w, height: h } = ROW;
      return { ...tile, dataGrid: { x: column * w, y: ROWS_Y + row * h, w, h } };
    }),
  );
  return inOneTab([...mainTiles(firsts, series, findTile, newId), ...rows], newId);
}

const selectionOf = ({ slotPath = [], dataItemId }: DefaultDashboardItem) => ({
  slotPath: [...slotPath],
  dataItem: dataItemId,
});

function mainTiles(
  [first]: readonly DefaultDashboardItem[],
  charted: readonly DefaultDashboardItem[],
  findTile: FindTile,
  newId: () => string,
): Tile[] {
  const selection = first === undefined ? {} : selectionOf(first);
  const series = charted.map(selectionOf);
  const settingsOf = { Indicator: selection, Gauge: selection, FastGraph: { series }, AdvancedGraph: { series } };
  return (['Indicator', 'FastGraph', 'Gauge', 'AdvancedGraph'] as const).map((type): Tile => {
    const tile = newTile(findTile(type), newId(), settingsOf[type]);
    return { ...tile, dataGrid: places[type] };
  });
}

function inOneTab(tiles: Tile[], newId: () => string): DashboardModel {
  return { tabs: [{ ...emptyTab(newId(), DEFAULT_TAB_NAME, 0), tiles }], kept: NOTHING_KEPT };
}
