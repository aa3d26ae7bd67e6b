import type { FilledSlot } from './resolve-slots.ts';

/** Every asset that stands in slots, with the slots that lead to it; nearer ones first. */
export function filledPlaces(slots: readonly FilledSlot[]): { assetId: number; slotPath: readonly number[] }[] {
  const places: { assetId: number; slotPath: readonly number[] }[] = [];
  const waiting = [{ slots, trail: [] as readonly number[] }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const { slotId, assetId, system } of next.slots) {
      const slotPath = [...next.trail, slotId];
      if (assetId !== null) places.push({ assetId, slotPath });
      if (system !== undefined) waiting.push({ slots: system.currentSlotAssignments, trail: slotPath });
    }
  }
  return places;
}
