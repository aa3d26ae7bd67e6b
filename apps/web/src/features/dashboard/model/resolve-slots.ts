import type { DataItemSelection } from '@telltale/contract';

/** What stands in a slot: an asset, or a system with slots of its own. */
export interface FilledSlot {
  readonly slotId: number;
  readonly assetId: number | null;
  /** Only of an asset that the user sees. */
  readonly assetAlias?: string | undefined;
  readonly system?: { readonly currentSlotAssignments: readonly FilledSlot[] } | undefined;
}

/**
 * The asset's data item that a selection means in a system: the slots are walked one after another, and the last one
 * must hold an asset. Undefined where a slot is empty or the path leads nowhere.
 */
export function resolveSlots(
  { slotPath, dataItem }: DataItemSelection,
  assignments: readonly FilledSlot[],
): { assetId: number; dataItemId: number } | undefined {
  if (dataItem === null) return undefined;
  let slots = assignments;
  for (const [index, slotId] of slotPath.entries()) {
    const slot = slots.find((one) => one.slotId === slotId);
    if (index === slotPath.length - 1) {
      return slot?.assetId ? { assetId: slot.assetId, dataItemId: dataItem } : undefined;
    }
    slots = slot?.system?.currentSlotAssignments ?? [];
  }
  return undefined;
}
