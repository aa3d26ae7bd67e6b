import type { assets, systems } from '@telltale/contract';

type System = systems.System;
type Slot = systems.Slot;

/** What a form puts into the slots of a system: by slot the asset or the system in it. */
export type Assignments = ReadonlyMap<number, { assetId: number | null; systemId: number | null }>;

export interface SlotChoice {
  readonly value: string;
  readonly label: string;
  /** Why it cannot stand there; undefined: it can. */
  readonly reason: string | undefined;
}

export function assignmentsOf({ currentSlotAssignments }: Pick<System, 'currentSlotAssignments'>): Assignments {
  return new Map(currentSlotAssignments.map(({ slotId, assetId, systemId }) => [slotId, { assetId, systemId }]));
}

export function isSameAssignments(first: Assignments, second: Assignments): boolean {
  const keyOf = (assignments: Assignments) =>
    [...assignments]
      .filter(([, { assetId, systemId }]) => assetId !== null || systemId !== null)
      .map(([slotId, { assetId, systemId }]) => `${slotId}/${assetId}/${systemId}`)
      .sort()
      .join();
  return keyOf(first) === keyOf(second);
}

/** What is sent: only slots in which something stands. */
export function assignmentBody(assignments: Assignments) {
  return [...assignments]
    .filter(([, { assetId, systemId }]) => assetId !== null || systemId !== null)
    .map(([slotId, { assetId, systemId }]) => ({ slotId, assetId, systemId }));
}

interface Place {
  slot: Slot | undefined;
  systemName: string;
}

/** Every place of an asset but the one asked for: in other systems as they are stored, in this one as it is typed. */
function placesOf(
  assetId: number,
  slotId: number,
  own: System,
  assignments: Assignments,
  all: readonly System[],
): Place[] {
  const places: Place[] = [];
  for (const other of all) {
    if (other.systemId === own.systemId) continue;
    for (const assignment of other.currentSlotAssignments) {
      if (assignment.assetId !== assetId) continue;
      places.push({ slot: slotOf(other, assignment.slotId), systemName: other.name });
    }
  }
  for (const [otherSlotId, assignment] of assignments) {
    if (otherSlotId === slotId || assignment.assetId !== assetId) continue;
    places.push({ slot: slotOf(own, otherSlotId), systemName: own.name });
  }
  return places;
}

const slotOf = (system: System, slotId: number) => system.systemDefinition.slots.find((slot) => slot.slotId === slotId);

/** Assets for a slot, and why some cannot stand there: an exclusive slot has its asset alone (spec 3 §13). */
export function assetChoices(
  slot: Slot,
  own: System,
  assignments: Assignments,
  all: readonly System[],
  assetList: readonly assets.Asset[],
): SlotChoice[] {
  return assetList
    .filter((asset) => asset.assetDefinitionId === slot.assetDefinitionId)
    .map((asset) => {
      const places = placesOf(asset.assetId, slot.slotId, own, assignments, all);
      const exclusive = places.find((place) => place.slot?.exclusive);
      const blocking = exclusive ?? (slot.exclusive ? places[0] : undefined);
      const place = blocking && `${blocking.slot?.name || 'a slot'} of ${blocking.systemName}`;
      const reason = exclusive
        ? `stands in the exclusive slot ${place}`
        : place && `stands in ${place}; this slot is exclusive`;
      return { value: String(asset.assetId), label: asset.assetAlias || asset.serialNumber, reason };
    });
}

/** Systems for a slot: those of its definition, but not the system itself. */
export function systemChoices(slot: Slot, own: System, all: readonly System[]): SlotChoice[] {
  return all
    .filter((other) => other.systemDefinitionId === slot.systemDefinitionId && other.systemId !== own.systemId)
    .map(({ systemId, name }) => ({ value: String(systemId), label: name, reason: undefined }));
}

/** The name of a slot, with what goes with it. */
export function slotLabel({ name, critical, exclusive }: Slot): string {
  const marks = [...(critical ? ['critical'] : []), ...(exclusive ? ['exclusive'] : [])].join(', ');
  return marks === '' ? name || 'Unnamed slot' : `${name || 'Unnamed slot'} (${marks})`;
}

/**
 * The choices as a list shows them, with what stands there already.
 * @param name of that, where it is known; what is out of sight stands there as an id (spec 3 §13), and stays when the system is saved
 */
export function slotOptions(
  choices: readonly SlotChoice[],
  value: number | null,
  kind: 'asset' | 'system',
  name?: string,
): { value: string; label: string; disabled: boolean }[] {
  const standing = value === null ? undefined : String(value);
  const isAmong = choices.some((choice) => choice.value === standing);
  return [
    ...(standing === undefined || isAmong
      ? []
      : [{ value: standing, label: name ?? `${kind} ${standing} (out of your sight)`, disabled: false }]),
    ...choices.map(({ value: id, label, reason }) => ({
      value: id,
      label: reason === undefined ? label : `${label} – ${reason}`,
      disabled: reason !== undefined && id !== standing,
    })),
  ];
}
