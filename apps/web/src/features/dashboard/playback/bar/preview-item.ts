import type { Tile } from '@telltale/contract';
import type { AssetItem, ReadingSource } from '#readings/readings.ts';
import type { DashboardScope } from '#tile-kit/dashboard-scope.tsx';

/** Settings are a tile's own; a selection in them is an object with a `dataItem`. */
const DEEPEST = 6;
const MOST_ITEMS = 50;

/** The data items that the tiles show, in the order of the tiles. */
export function itemsOf(tiles: readonly Tile[], resolve: DashboardScope['resolve'], most = MOST_ITEMS): AssetItem[] {
  const items: AssetItem[] = [];
  for (const { properties } of tiles) collect(properties, { resolve, items, most }, 0);
  return items;
}

/** The first of them that is a number, now or at the moment shown: its line stands behind the scrubber. */
export function numericItem(items: readonly AssetItem[], readings: ReadingSource): AssetItem | undefined {
  return items.find((item) => {
    const { state, isString, value } = readings.read(item);
    return state === 'ok' && !isString && value !== null;
  });
}

interface Collecting {
  readonly resolve: DashboardScope['resolve'];
  readonly items: AssetItem[];
  readonly most: number;
}

function collect(value: unknown, collecting: Collecting, depth: number): void {
  const { resolve, items, most } = collecting;
  if (typeof value !== 'object' || value === null || depth > DEEPEST || items.length >= most) return;
  const { dataItem, slotPath } = value as { dataItem?: unknown; slotPath?: unknown };
  if (typeof dataItem === 'number') {
    const path = Array.isArray(slotPath) ? slotPath.filter((slot) => typeof slot === 'number') : [];
    const item = resolve({ slotPath: path, dataItem });
    if (item !== undefined) items.push(item);
  }
  for (const part of Object.values(value)) collect(part, collecting, depth + 1);
}
