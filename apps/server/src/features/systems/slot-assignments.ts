import type { AssetId, SlotId, SystemId } from '@telltale/contract';
import { badRequest, conflict } from '#http/errors.ts';
import type { AssignmentRecord } from './system-repository.ts';
import type { SystemWorld } from './system-world.ts';

/** What a caller puts into a slot: an asset, a system, or nothing. */
export interface SlotInput {
  slotId: SlotId;
  assetId?: AssetId | null | undefined;
  systemId?: SystemId | null | undefined;
}

/** What stands in a slot of a system. */
export type Assignment = Omit<AssignmentRecord, 'systemId'>;

/** Slots in which something stands; an empty one is left out. */
export function assignmentsOf(inputs: readonly SlotInput[]): Assignment[] {
  return inputs.flatMap(({ slotId, assetId, systemId }) => {
    if (assetId && systemId) throw badRequest('In a slot stands an asset or a system, not both.', { field: 'slotId' });
    if (!assetId && !systemId) return [];
    return [{ slotId, assetId: assetId ?? null, childSystemId: systemId ?? null }];
  });
}

export function isSame(some: readonly Assignment[], others: readonly Assignment[]): boolean {
  const keyOf = ({ slotId, assetId, childSystemId }: Assignment) => `${slotId} ${assetId} ${childSystemId}`;
  const keys = new Set(some.map(keyOf));
  return some.length === others.length && others.every((other) => keys.has(keyOf(other)));
}

/** @throws HttpError 409 when an asset would stand in an exclusive slot and in another one (spec 3 §13) */
export function refuseShared(
  world: SystemWorld,
  systemId: SystemId | undefined,
  assignments: readonly Assignment[],
): void {
  const elsewhere = world.assignments.filter((assignment) => assignment.systemId !== systemId);
  const all = [...elsewhere, ...assignments];
  for (const { slotId, assetId } of assignments) {
    if (assetId === null) continue;
    const places = all.filter((assignment) => assignment.assetId === assetId);
    if (places.length < 2) continue;
    const exclusive = places.map((place) => world.slots.get(place.slotId)).find((slot) => slot?.exclusive);
    if (!exclusive) continue;
    const slot = world.slots.get(slotId);
    throw conflict(`The asset cannot stand in ${slot?.name ?? 'the slot'} as well: an exclusive slot has it.`, {
      slotId,
    });
  }
}
