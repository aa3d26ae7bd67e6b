import {
  type AssetDefinitionId,
  permissionId,
  type SlotId,
  type SystemDefinitionId,
  type systems,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import {
  type NewSlot,
  type SlotRecord,
  type SystemDefinitionRecord,
  SystemDefinitionRepository,
} from './system-definition-repository.ts';
import { type SystemScope, SystemWorld } from './system-world.ts';

export interface SystemDefinitionServiceOptions {
  work: UnitOfWork;
  scope: SystemScope;
  assetDefinitionExists: (work: Work, assetDefinitionId: AssetDefinitionId) => Promise<boolean>;
  countDashboards: (systemDefinitionId: SystemDefinitionId) => Promise<number>;
  /** Deletes the dashboards of a definition with the change that deletes it. */
  dropDashboards: (work: Work, systemDefinitionId: SystemDefinitionId) => Promise<void>;
  clock: Clock;
}

export interface SystemDefinitionInput {
  systemDefinitionId?: 0 | SystemDefinitionId | null | undefined;
  name: string;
  alias?: string | null | undefined;
  description?: string | null | undefined;
  slots?:
    | readonly (Omit<systems.SlotInput, 'parentSystemDefinitionId'> & {
        parentSystemDefinitionId?: SystemDefinitionId | null | undefined;
      })[]
    | null
    | undefined;
}

type Group = 'SystemDefinitions' | 'Slots';

/** Kinds of systems and their slots. */
export class SystemDefinitionService {
  readonly #options: SystemDefinitionServiceOptions;

  constructor(options: SystemDefinitionServiceOptions) {
    this.#options = options;
  }

  /** By name. */
  async list(): Promise<systems.SystemDefinition[]> {
    const world = await this.#options.scope.read();
    return [...world.definitions.values()].map((definition) => toSystemDefinition(world, definition));
  }

  async get(systemDefinitionId: SystemDefinitionId): Promise<systems.SystemDefinition> {
    return replyOf(await this.#options.scope.read(), systemDefinitionId);
  }

  /** @throws HttpError 403 for who may save nothing at all, before the body is looked at */
  refuseReaders(caller: Caller, group: Group): void {
    if (!mayCreate(caller, group) && !mayModify(caller, group)) throw forbidden();
  }

  /** Creates or saves a definition together with the slots that come along; others of its slots stay as they are. */
  async save(caller: Caller, input: SystemDefinitionInput): Promise<systems.SystemDefinition> {
    const { systemDefinitionId, slots } = input;
    const may = systemDefinitionId ? mayModify : mayCreate;
    if (!may(caller, 'SystemDefinitions')) throw forbidden();
    const { work, scope } = this.#options;
    return work.run(caller, async (unit) => {
      const record = await this.#saveRecord(unit, input);
      const own = (slots ?? []).map((slot) => {
        const parent = slot.parentSystemDefinitionId ?? record.systemDefinitionId;
        if (parent !== record.systemDefinitionId) {
          throw badRequest('A slot names another system definition.', { field: 'slots.parentSystemDefinitionId' });
        }
        return { ...slot, parentSystemDefinitionId: record.systemDefinitionId };
      });
      if (own.length > 0) await this.#saveSlots(unit, caller, own);
      return replyOf(await scope.within(unit).read(), record.systemDefinitionId);
    });
  }

  /** What hangs on a definition, counted as far as the caller may see it. */
  async uses(caller: Caller, systemDefinitionId: SystemDefinitionId): Promise<systems.SystemDefinitionUses> {
    const { scope, countDashboards } = this.#options;
    const world = await scope.read();
    if (!world.definitions.has(systemDefinitionId)) throw notFound('The system definition');
    const users = usersOf(caller, world, systemDefinitionId);
    const unseen: systems.SystemDefinitionUses['unseen'] = users.seen < users.systems ? ['systems'] : [];
    const dashboards = await countDashboards(systemDefinitionId);
    const showsDashboards = await scope.canSeeDefinition(caller, systemDefinitionId);
    if (!showsDashboards && dashboards > 0) unseen.push('dashboards');
    return {
      systems: users.seen,
      slots: users.slots,
      ownSlots: world.slotsOf(systemDefinitionId).length,
      dashboards: showsDashboards ? dashboards : 0,
      unseen,
    };
  }

  async delete(caller: Caller, systemDefinitionId: SystemDefinitionId): Promise<void> {
    const { work, scope, dropDashboards } = this.#options;
    await work.run(caller, async (unit) => {
      const world = await scope.within(unit).read();
      const before = replyOf(world, systemDefinitionId);
      refuseUsed(caller, world, before);
      await dropDashboards(unit, systemDefinitionId);
      await unit.of(SystemDefinitionRepository).delete(systemDefinitionId);
      unit.note({ kind: 'system definition', what: `system definition ${systemDefinitionId} deleted`, before });
    });
  }

  /** Adds slots, or changes those with an id, all or none. */
  async saveSlots(caller: Caller, inputs: readonly systems.SlotInput[]): Promise<systems.Slot[]> {
    return this.#options.work.run(caller, (unit) => this.#saveSlots(unit, caller, inputs));
  }

  async deleteSlot(caller: Caller, slotId: SlotId): Promise<void> {
    const { work, scope } = this.#options;
    await work.run(caller, async (unit) => {
      const world = await scope.within(unit).read();
      const slot = world.slots.get(slotId);
      if (!slot) throw notFound('The slot');
      refuseStanding(caller, world, slot);
      await unit.of(SystemDefinitionRepository).deleteSlot(slotId);
      unit.note({ kind: 'system definition', what: `slot ${slotId} deleted`, before: slot });
    });
  }

  async #saveRecord(work: Work, input: SystemDefinitionInput): Promise<SystemDefinitionRecord> {
    const repository = work.of(SystemDefinitionRepository);
    const old = input.systemDefinitionId ? await repository.find(input.systemDefinitionId) : undefined;
    if (input.systemDefinitionId && !old) throw notFound('The system definition');
    const { name } = input;
    const fields = {
      name,
      alias: input.alias ?? old?.alias ?? '',
      description: input.description ?? old?.description ?? '',
    };
    const changed = old && { ...old, ...fields };
    const record = changed
      ? (await repository.update(changed)) && changed
      : await repository.insert(fields, this.#options.clock.now());
    if (!record) throw conflict(`There is a system definition named ${name} already.`);
    const what = `system definition ${record.systemDefinitionId} ${old ? 'changed' : 'created'}`;
    work.note({ kind: 'system definition', what, after: record, ...(old ? { before: old } : {}) });
    return record;
  }

  async #saveSlots(work: Work, caller: Caller, inputs: readonly systems.SlotInput[]): Promise<SlotRecord[]> {
    for (const { slotId } of inputs) if (!(slotId ? mayModify : mayCreate)(caller, 'Slots')) throw forbidden();
    const repository = work.of(SystemDefinitionRepository);
    const world = await this.#options.scope.within(work).read();
    const saved: SlotRecord[] = [];
    for (const [i, input] of inputs.entries()) {
      const old = input.slotId ? world.slots.get(input.slotId) : undefined;
      if (input.slotId && !old) throw notFound('The slot');
      if (!world.definitions.has(input.parentSystemDefinitionId)) throw notFound('The system definition');
      await this.#refuseWrongKind(work, world, input, old, i);
      const fields: NewSlot = {
        name: input.name,
        parentSystemDefinitionId: input.parentSystemDefinitionId,
        systemDefinitionId: input.systemDefinitionId ?? null,
        assetDefinitionId: input.assetDefinitionId ?? null,
        critical: input.critical,
        exclusive: input.exclusive,
      };
      const changed = old && { ...fields, slotId: old.slotId };
      if (changed) await repository.updateSlot(changed);
      const slot = changed ?? (await repository.insertSlot(fields));
      saved.push(slot);
      const what = `slot ${slot.slotId} ${old ? 'changed' : 'created'}`;
      work.note({ kind: 'system definition', what, after: slot, ...(old ? { before: old } : {}) });
    }
    refuseCycles([...world.definitions.values()], await repository.listSlots());
    await refuseSharedAssets(repository, saved);
    return saved;
  }

  async #refuseWrongKind(
    work: Work,
    world: SystemWorld,
    input: systems.SlotInput,
    old: SlotRecord | undefined,
    i: number,
  ): Promise<void> {
    const { assetDefinitionId, systemDefinitionId } = input;
    if (assetDefinitionId && systemDefinitionId) {
      throw badRequest('A slot is for assets of one definition or for systems of one, not for both.', {
        field: `${i}`,
      });
    }
    if (systemDefinitionId && !world.definitions.has(systemDefinitionId)) throw notFound('The system definition');
    if (assetDefinitionId && !(await this.#options.assetDefinitionExists(work, assetDefinitionId))) {
      throw notFound('The asset definition');
    }
    if (!old) return;
    if (old.parentSystemDefinitionId !== input.parentSystemDefinitionId) {
      throw badRequest('The slot belongs to another system definition.', { field: `${i}.parentSystemDefinitionId` });
    }
    const isOther =
      old.assetDefinitionId !== (assetDefinitionId ?? null) || old.systemDefinitionId !== (systemDefinitionId ?? null);
    if (isOther && world.assignments.some((assignment) => assignment.slotId === old.slotId)) {
      throw conflict(`Something stands in the slot ${old.name}; take it out before the slot is for something else.`);
    }
  }
}

const mayCreate = (caller: Caller, group: Group) => holds(caller, permissionId(group, 'Create'));
const mayModify = (caller: Caller, group: Group) => holds(caller, permissionId(group, 'Modify'));

/** How many systems are of a definition, and how many slots of others are for such systems. */
function usersOf(caller: Caller, world: SystemWorld, systemDefinitionId: SystemDefinitionId) {
  const isOfIt = (one: { systemDefinitionId: SystemDefinitionId | null }) =>
    one.systemDefinitionId === systemDefinitionId;
  const own = [...world.systems.values()].filter(isOfIt);
  return {
    systems: own.length,
    /** Of the systems, those that the caller sees. */
    seen: own.filter((system) => world.canSee(caller, system)).length,
    slots: [...world.slots.values()].filter(isOfIt).length,
  };
}

/** @throws HttpError 400 when a system would contain itself */
function refuseCycles(definitions: readonly SystemDefinitionRecord[], slots: readonly SlotRecord[]): void {
  const world = new SystemWorld({ definitions, slots, systems: [], assignments: [], attributes: [] });
  for (const slot of slots) {
    if (slot.systemDefinitionId === null) continue;
    if (!world.definitionsBelow(slot.systemDefinitionId).has(slot.parentSystemDefinitionId)) continue;
    throw badRequest(`The slot ${slot.name} would put a system into itself.`, { field: 'systemDefinitionId' });
  }
}

/** @throws HttpError 409 when an asset in a slot that becomes exclusive stands in another one, too */
async function refuseSharedAssets(repository: SystemDefinitionRepository, saved: readonly SlotRecord[]): Promise<void> {
  const exclusive = saved.filter((slot) => slot.exclusive).map((slot) => slot.slotId);
  if (!(await repository.isAnyAssetElsewhere(exclusive))) return;
  throw conflict('An asset in the slot stands in another slot, too; it cannot be exclusive.');
}

/** @throws HttpError 409 that counts no system but those in sight (spec 3 §14) */
function refuseUsed(caller: Caller, world: SystemWorld, { systemDefinitionId, name }: SystemDefinitionRecord): void {
  const { systems: all, seen, slots } = usersOf(caller, world, systemDefinitionId);
  if (all === 0 && slots === 0) return;
  const uses = all === 0 ? `slots: ${slots}` : seen > 0 ? `systems: ${seen}` : 'by systems that you do not see';
  throw conflict(`${name} cannot be deleted, it is in use (${uses}).`, { systems: seen, slots });
}

/** @throws HttpError 409 that counts no system but those in sight */
function refuseStanding(caller: Caller, world: SystemWorld, { slotId, name }: SlotRecord): void {
  const standing = world.assignments.filter((assignment) => assignment.slotId === slotId);
  if (standing.length === 0) return;
  const seen = standing.filter(({ systemId }) => {
    const system = world.systems.get(systemId);
    return system && world.canSee(caller, system);
  }).length;
  const where = seen > 0 ? `systems: ${seen}` : 'in systems that you do not see';
  throw conflict(`Something stands in the slot ${name} (${where}).`, { systems: seen });
}

/** @throws HttpError 404 */
function replyOf(world: SystemWorld, systemDefinitionId: SystemDefinitionId): systems.SystemDefinition {
  const definition = world.definitions.get(systemDefinitionId);
  if (!definition) throw notFound('The system definition');
  return toSystemDefinition(world, definition);
}

export function toSystemDefinition(world: SystemWorld, definition: SystemDefinitionRecord): systems.SystemDefinition {
  return { ...definition, slots: [...world.slotsOf(definition.systemDefinitionId)] };
}
