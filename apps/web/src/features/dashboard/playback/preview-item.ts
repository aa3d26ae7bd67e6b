import type { Tile } from '@telltale/contract';
import type { DashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { AssetItem } from '#tile-kit/readings.ts';

/** The first data item that the tiles show: its line stands behind the scrubber. */
export function previewItemOf(tiles: readonly Tile[], resolve: DashboardScope['resolve']): AssetItem | undefined {
  for (const { properties } of tiles) {
    const found = findItem(properties, resolve, 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Settings are a tile's own; a selection in them is an object with a `dataItem`. */
const DEEPEST = 6;

function findItem(value: unknown, resolve: DashboardScope['resolve'], depth: number): AssetItem | undefined {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  const { dataItem, slotPath } = value as { dataItem?: unknown; slotPath?: unknown };
  if (typeof dataItem === 'number') {
    const path = Array.isArray(slotPath) ? slotPath.filter((slot) => typeof slot === 'number') : [];
    const item = resolve({ slotPath: path, dataItem });
    if (item !== undefined) return item;
  }
  for (const part of Object.values(value)) {
    const found = findItem(part, resolve, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
