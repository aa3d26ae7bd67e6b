import type { AssetId } from '@telltale/contract';
import { type Historian, seriesKey } from '@telltale/historian';
import type { Log } from '#config/log.ts';
import type { Work } from '#db/unit-of-work.ts';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';

/** The last time that a date can be. */
const END_OF_TIME_MS = 8.64e15;

/**
 * Notes which series an asset has, and answers what deletes their points once the asset itself is gone. What cannot be
 * deleted is unreachable by then, since ids are never given twice: it is logged, and the deletion stands.
 */
export async function planHistoryDrop(
  work: Work,
  assetId: AssetId,
  historian: Historian,
  log: Log,
): Promise<() => Promise<void>> {
  const dataItems = await work.of(DataItemRepository).listOfAsset(assetId);
  return async () => {
    try {
      for (const { dataItemId } of dataItems) {
        await historian.deleteRange(seriesKey(assetId, dataItemId), 0, END_OF_TIME_MS);
      }
    } catch (error) {
      log.error({ err: error, assetId }, 'the history of a deleted asset could not be removed');
    }
  };
}
