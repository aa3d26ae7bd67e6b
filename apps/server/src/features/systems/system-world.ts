import { ADMIN_MODIFY, type AssetId, type SlotId, type SystemDefinitionId, type SystemId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import {
  type SlotRecord,
  type SystemDefinitionRecord,
  SystemDefinitionRepository,
} from './system-definition-repository.ts';
import {
  type AssignmentRecord,
  type SystemAttribute,
  type SystemRecord,
  SystemRepository,
} from './system-repository.ts';

/** All systems with their definitions, slots and what stands in them, as they were at one moment. */
export class SystemWorld {
  readonly definitions: ReadonlyMap<SystemDefinitionId, SystemDefinitionRecord>;
  readonly slots: ReadonlyMap<SlotId, SlotRecord>;
  readonly systems: ReadonlyMap<SystemId, SystemRecord>;
  readonly assignments: readonly AssignmentRecord[];
  readonly #slotsByParent: ReadonlyMap<SystemDefinitionId, readonly SlotRecord[]>;
  readonly #assignmentsBySystem: ReadonlyMap<SystemId, readonly AssignmentRecord[]>;
  readonly #attributesBySystem: ReadonlyMap<SystemId, readonly SystemAttribute[]>;

  constructor(parts: {
    definitions: readonly SystemDefinitionRecord[];
    slots: readonly SlotRecord[];
    systems: readonly SystemRecord[];
    assignments: readonly AssignmentRecord[];
    attributes: readonly SystemAttribute[];
  }) {
    this.definitions = new Map(parts.definitions.map((one) => [one.systemDefinitionId, one]));
    this.slots = new Map(parts.slots.map((one) => [one.slotId, one]));
    this.systems = new Map(parts.systems.map((one) => [one.systemId, one]));
    this.assignments = parts.assignments;
    this.#slotsByParent = Map.groupBy(parts.slots, (slot) => slot.parentSystemDefinitionId);
    this.#assignmentsBySystem = Map.groupBy(parts.assignments, (assignment) => assignment.systemId);
    this.#attributesBySystem = Map.groupBy(parts.attributes, (attribute) => attribute.systemId);
  }

  slotsOf(systemDefinitionId: SystemDefinitionId): readonly SlotRecord[] {
    return this.#slotsByParent.get(systemDefinitionId) ?? [];
  }

  assignmentsOf(systemId: SystemId): readonly AssignmentRecord[] {
    return this.#assignmentsBySystem.get(systemId) ?? [];
  }

  attributesOf(systemId: SystemId): readonly SystemAttribute[] {
    return this.#attributesBySystem.get(systemId) ?? [];
  }

  /** Every asset in a slot of the system, or of a system in one. */
  assetsOf(systemId: SystemId): Set<AssetId> {
    const found = new Set<AssetId>();
    const seen = new Set<SystemId>();
    const waiting = [systemId];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      for (const { assetId, childSystemId } of this.assignmentsOf(next)) {
        if (assetId !== null) found.add(assetId);
        if (childSystemId !== null) waiting.push(childSystemId);
      }
    }
    return found;
  }

  /**
   * Whether the caller sees a system: at least one of its assets (spec 3 §13). One in which nothing stands yet is seen
   * in the admin unit that it was made in, since otherwise nobody could put anything into it.
   */
  canSee(caller: Caller, { systemId, adminId }: SystemRecord): boolean {
    if (caller.visibility.everything) return true;
    const assets = this.assetsOf(systemId);
    if (assets.size === 0) return adminId === caller.adminId;
    for (const assetId of assets) if (caller.visibility.canSee(assetId)) return true;
    return false;
  }

  /** The definition itself, and every one that it reaches over its slots. */
  definitionsBelow(systemDefinitionId: SystemDefinitionId): Set<SystemDefinitionId> {
    const found = new Set<SystemDefinitionId>();
    const waiting = [systemDefinitionId];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      for (const slot of this.slotsOf(next))
        if (slot.systemDefinitionId !== null) waiting.push(slot.systemDefinitionId);
    }
    return found;
  }
}

/** Reads the world of systems, and answers who may see what of it. */
export class SystemScope {
  readonly #definitions: SystemDefinitionRepository;
  readonly #systems: SystemRepository;

  constructor(definitions: SystemDefinitionRepository, systems: SystemRepository) {
    this.#definitions = definitions;
    this.#systems = systems;
  }

  /** The same as things stand within a change. */
  within(work: Work): SystemScope {
    return new SystemScope(work.of(SystemDefinitionRepository), work.of(SystemRepository));
  }

  async read(): Promise<SystemWorld> {
    return new SystemWorld({
      definitions: await this.#definitions.list(),
      slots: await this.#definitions.listSlots(),
      systems: await this.#systems.list(),
      assignments: await this.#systems.listAssignments(),
      attributes: await this.#systems.listAttributes(),
    });
  }

  /** Whether the caller sees what belongs to a definition: as with asset definitions, who sees a system of it does. */
  async canSeeDefinition(caller: Caller, systemDefinitionId: SystemDefinitionId): Promise<boolean> {
    const world = await this.read();
    if (!world.definitions.has(systemDefinitionId)) return false;
    if (caller.visibility.everything) return true;
    const systems = [...world.systems.values()].filter((system) => system.systemDefinitionId === systemDefinitionId);
    // Where there is none yet, an administrator must be able to furnish the definition.
    return systems.length === 0 ? holds(caller, ADMIN_MODIFY) : systems.some((system) => world.canSee(caller, system));
  }
}
