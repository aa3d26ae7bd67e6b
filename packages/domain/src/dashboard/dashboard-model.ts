import type { LayoutItem, LayoutSize, Tab, Tile } from '@telltale/contract';

/** One tab with its tiles, and where they stand at each layout size for which somebody arranged them. */
export interface DashboardTab {
  readonly tab: Tab;
  readonly tiles: readonly Tile[];
  readonly layouts: Readonly<Partial<Record<LayoutSize, readonly LayoutItem[]>>>;
  /** What was stored beside and is not understood: written back as it came. */
  readonly kept: {
    readonly tiles: readonly unknown[];
    readonly layouts: Readonly<Record<string, unknown>>;
  };
}

/**
 * A dashboard as it is edited. Tabs hold their tiles here, because the stored document keeps tiles and layouts in
 * objects whose keys are written by users: `constructor` and `__proto__` must be names like any other.
 */
export interface DashboardModel {
  /** In order. */
  readonly tabs: readonly DashboardTab[];
  /** Unknown keys of the document and of its tiles and layouts: written back as they came. */
  readonly kept: {
    readonly document: Readonly<Record<string, unknown>>;
    readonly tiles: Readonly<Record<string, unknown>>;
    readonly layouts: Readonly<Record<string, unknown>>;
  };
}

export const NOTHING_KEPT: DashboardModel['kept'] = { document: {}, tiles: {}, layouts: {} };

/** A tab without tiles. */
export function emptyTab(id: string, name: string, order: number): DashboardTab {
  return { tab: { id, name, order }, tiles: [], layouts: {}, kept: { tiles: [], layouts: {} } };
}

export function findTab(model: DashboardModel, tabId: string | undefined): DashboardTab | undefined {
  return model.tabs.find(({ tab }) => tab.id === tabId);
}

/** A tile and its tab, wherever it stands. */
export function findTile(model: DashboardModel, tileId: string): { tab: DashboardTab; tile: Tile } | undefined {
  for (const tab of model.tabs) {
    const tile = tab.tiles.find(({ id }) => id === tileId);
    if (tile !== undefined) return { tab, tile };
  }
  return undefined;
}
