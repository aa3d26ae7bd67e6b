import type { systems } from '@telltale/contract';

type Slot = systems.Slot;
type SystemDefinition = systems.SystemDefinition;
export type SlotEdit = Partial<
  Pick<Slot, 'name' | 'systemDefinitionId' | 'assetDefinitionId' | 'critical' | 'exclusive'>
>;

/** What was changed of a system definition and not saved yet. Slots that come or go meanwhile do no harm to it. */
export interface DefinitionEdits {
  readonly fields: Partial<Pick<SystemDefinition, 'name' | 'alias' | 'description'>>;
  readonly slots: ReadonlyMap<number, SlotEdit>;
}

export const noEdits: DefinitionEdits = { fields: {}, slots: new Map() };

/** The definition with what was changed of it. */
export function edited(stored: SystemDefinition, edits: DefinitionEdits): SystemDefinition {
  const slots = stored.slots.map((slot) => ({ ...slot, ...edits.slots.get(slot.slotId) }));
  return { ...stored, ...edits.fields, slots };
}

/** Choosing what stands in a slot takes back the other choice: it is a system or an asset, never both (spec 2 §3). */
export function editSlot(edits: DefinitionEdits, slotId: number, change: SlotEdit): DefinitionEdits {
  const other: SlotEdit =
    change.systemDefinitionId != null
      ? { assetDefinitionId: null }
      : change.assetDefinitionId != null
        ? { systemDefinitionId: null }
        : {};
  const slots = new Map(edits.slots);
  slots.set(slotId, { ...slots.get(slotId), ...change, ...other });
  return { ...edits, slots };
}

/** Whether anything differs from what is stored; an edit that was taken back is none. */
export function isEdited(stored: SystemDefinition, edits: DefinitionEdits): boolean {
  return JSON.stringify(edited(stored, edits)) !== JSON.stringify(stored);
}

/** The definitions that may stand in a slot of `systemDefinitionId` without a system that contains itself. */
export function fittingDefinitions(
  systemDefinitionId: number,
  all: readonly SystemDefinition[],
): { fitting: SystemDefinition[]; cyclic: SystemDefinition[] } {
  const byId = new Map(all.map((definition) => [definition.systemDefinitionId as number, definition]));
  const contains = (from: number, seen: Set<number>): boolean => {
    if (from === systemDefinitionId) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (byId.get(from)?.slots ?? []).some(
      (slot) => slot.systemDefinitionId !== null && contains(slot.systemDefinitionId, seen),
    );
  };
  const isCyclic = (definition: SystemDefinition) => contains(definition.systemDefinitionId, new Set());
  return { fitting: all.filter((one) => !isCyclic(one)), cyclic: all.filter(isCyclic) };
}

/** The name of a new slot: the first number that is free. */
export function newSlotName(slots: readonly Slot[]): string {
  const taken = new Set(slots.map(({ name }) => name.toLowerCase()));
  for (let number = slots.length + 1; ; number++) {
    if (!taken.has(`slot ${number}`)) return `Slot ${number}`;
  }
}
