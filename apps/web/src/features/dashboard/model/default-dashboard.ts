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

/**
 * The dashboard of an asset or a system that has none. It shows the first data items, so that there is something to see at once;
 * with none there are the tiles, waiting to be pointed at something.
 */
export function defaultDashboard(
  items: readonly DefaultDashboardItem[],
  findTile: (type: string) => TileDefinition,
  newId: () => string,
): DashboardModel {
  const first = items[0];
  const selectionOf = ({ slotPath = [], dataItemId }: DefaultDashboardItem) => ({ slotPath, dataItem: dataItemId });
  const selection = first === undefined ? {} : selectionOf(first);
  const series = items.slice(0, CHART_ITEMS).map(selectionOf);
  const settingsOf = { Indicator: selection, Gauge: selection, FastGraph: { series }, AdvancedGraph: { series } };
  const tiles = (['Indicator', 'FastGraph', 'Gauge', 'AdvancedGraph'] as const).map((type): Tile => {
    const tile = newTile(findTile(type), newId(), settingsOf[type]);
    return { ...tile, dataGrid: places[type] };
  });
  return { tabs: [{ ...emptyTab(newId(), DEFAULT_TAB_NAME, 0), tiles }], kept: NOTHING_KEPT };
}
