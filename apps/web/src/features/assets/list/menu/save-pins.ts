import { messageOf } from '#api/api-error.ts';
import { savePinnedAssets } from '#session/own-attributes.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Saves the pins, and says it when they could not be. */
export async function savePins(assetIds: readonly number[]): Promise<void> {
  try {
    await savePinnedAssets(assetIds);
  } catch (error) {
    toast(`The pins were not saved. ${messageOf(error)}`, 'error');
  }
}

/** The pins with one of them a place further up. */
export function movedUp(pins: readonly number[], assetId: number): number[] {
  const at = pins.indexOf(assetId);
  const next = pins.filter((pinned) => pinned !== assetId);
  if (at >= 0) next.splice(Math.max(0, at - 1), 0, assetId);
  return next;
}
