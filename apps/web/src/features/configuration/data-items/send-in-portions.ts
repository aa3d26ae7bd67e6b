import { definitions } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import type { DataItemRow } from './data-item-csv.ts';

/** So many go in one call: an answer within a second or two, and a progress that moves. */
const PORTION = 2_000;

/**
 * Sends data items to a definition, portion by portion. They are added or updated by label, so what went through before
 * a failure or a stop may be sent again. What a list says nothing of (default values) stays as it is.
 * @param onSent how many have gone through
 * @returns false when it was stopped
 */
export async function sendInPortions(
  assetDefinitionId: number,
  items: readonly DataItemRow[],
  onSent: (count: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  for (let first = 0; first < items.length; first += PORTION) {
    if (signal.aborted) return false;
    const body = items.slice(first, first + PORTION);
    await callApi(definitions.importDataItems, { params: { assetDefinitionId }, body });
    onSent(Math.min(items.length, first + PORTION));
  }
  return true;
}
