import type { FilledSlot } from './resolve-slots.ts';

interface FilledPlace {
  readonly assetId: number;
  readonly slotPath: readonly number[];
  /** Undefined of an asset that the user does not see. */
  readonly alias: string | undefined;
}

/** Every asset that stands in slots, with the slots that lead to it; nearer ones first. */
export function filledPlaces(slots: readonly FilledSlot[]): FilledPlace[] {
  const places: FilledPlace[] = [];
  const waiting = [{ slots, trail: [] as readonly number[] }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const { slotId, assetId, assetAlias, system } of next.slots) {
      const slotPath = [...next.trail, slotId];
      if (assetId !== null) places.push({ assetId, slotPath, alias: assetAlias });
      if (system !== undefined) waiting.push({ slots: system.currentSlotAssignments, trail: slotPath });
    }
  }
  return places;
}

/** The assets in slots that the user sees, each once, however many slots lead to it. */
export function visibleMembers(slots: readonly FilledSlot[]): { assetId: number; name: string }[] {
  const names = new Map(
    filledPlaces(slots).flatMap(({ assetId, alias }) => (alias === undefined ? [] : [[assetId, alias] as const])),
  );
  return [...names].map(([assetId, alias]) => ({ assetId, name: alias || `Asset ${assetId}` }));
}
