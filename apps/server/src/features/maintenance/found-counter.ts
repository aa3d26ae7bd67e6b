import type { AssetId } from '@telltale/contract';
import { itemName } from '@telltale/domain';
import { type SeriesKey, seriesKey } from '@telltale/historian';
import { nameKey } from '#names.ts';

/** A counter of an asset; without a key the asset has never sent it, and the fault says so. */
export interface FoundCounter {
  readonly label: string;
  /** What people read of it. */
  readonly name: string;
  readonly key: SeriesKey | undefined;
  readonly fault: string | undefined;
}

export function lastStepOf(path: string): string {
  return path.split(/[./]/).at(-1)?.trim() ?? path;
}

/** A counterPath is the label of a data item, or a path whose last step is. */
export function counterOf(
  assetId: AssetId,
  path: string,
  items: ReadonlyMap<string, number>,
  aliases: ReadonlyMap<number, string>,
): FoundCounter {
  for (const label of [path, lastStepOf(path)]) {
    const dataItemId = items.get(nameKey(label));
    if (dataItemId === undefined) continue;
    const name = itemName({ label, alias: aliases.get(dataItemId) });
    return { label, name, key: seriesKey(assetId, dataItemId), fault: undefined };
  }
  return { label: path, name: path, key: undefined, fault: `Nothing was ever sent as '${path}'.` };
}
