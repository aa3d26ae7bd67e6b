import {
  type AssetDefinitionId,
  permissionId,
  type SlotId,
  type SystemDefinitionId,
  type systems,
} from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Database } from '#db/schema.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type {
  NewSlot,
  SlotRecord,
  SystemDefinitionRecord,
  SystemDefinitionRepository,
} from './system-definition-repository.ts';
import { type SystemScope, SystemWorld } from './system-world.ts';

export interface SystemDefinitionServiceOptions {
  db: Kysely<Database>;
  definitions: SystemDefinitionRepository;
  scope: SystemScope;
  assetDefinitionExists: (assetDefinitionId: AssetDefinitionId) => Promise<boolean>;
  countDashboards: (systemDefinitionId: SystemDefinitionId) => Promise<number>;
  /** Deletes the dashboards of a definition with the transaction that deletes it. */
  dropDashboards: (caller: Caller, systemDefinitionId: SystemDefinitionId, trx: Kysely<Database>) => Promise<void>;
  journal: Journal;
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
    const world = await this.#options.scope.read();
    const definition = world.definitions.get(systemDefinitionId);
    if (!definition) throw notFound('The system definition');
    return toSystemDefinition(world, definition);
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
    const before = await this.#options.scope.read();
    const old = systemDefinitionId ? before.definitions.get(systemDefinitionId) : undefined;
    if (systemDefinitionId && !old) throw notFound('The system definition');
    const id = await this.#options.db.transaction().execute(async (trx) => {
      const record = await this.#saveRecord(caller, input, old, trx);
      const own = (slots ?? []).map((slot) => {
        const parent = slot.parentSystemDefinitionId ?? record.systemDefinitionId;
        if (parent !== record.systemDefinitionId) {
          throw badRequest('A slot names another system definition.', { field: 'slots.parentSystemDefinitionId' });
        }
        return { ...slot, parentSystemDefinitionId: record.systemDefinitionId };
      });
      if (own.length > 0) await this.#saveSlots(caller, own, trx);
      return record.systemDefinitionId;
    });
    return this.get(id);
  }

  /** What hangs on a definition, in the whole portal. */
  async uses(systemDefinitionId: SystemDefinitionId): Promise<systems.SystemDefinitionUses> {
    const world = await this.#options.scope.read();
    if (!world.definitions.has(systemDefinitionId)) throw notFound('The system definition');
    return {
      ...usersOf(world, systemDefinitionId),
      ownSlots: world.slotsOf(systemDefinitionId).length,
      dashboards: await this.#options.countDashboards(systemDefinitionId),
    };
  }

  async delete(caller: Caller, systemDefinitionId: SystemDefinitionId): Promise<void> {
    const world = await this.#options.scope.read();
    const before = world.definitions.get(systemDefinitionId);
    if (!before) throw notFound('The system definition');
    const { systems: used, slots: inSlots } = usersOf(world, systemDefinitionId);
    if (used > 0 || inSlots > 0) {
      const uses = used > 0 ? `systems: ${used}` : `slots: ${inSlots}`;
      throw conflict(`${before.name} cannot be deleted, it is in use (${uses}).`, { systems: used, slots: inSlots });
    }
    await this.#options.db.transaction().execute(async (trx) => {
      await this.#options.dropDashboards(caller, systemDefinitionId, trx);
      await this.#options.definitions.within(trx).delete(systemDefinitionId);
      const what = `system definition ${systemDefinitionId} deleted`;
      const entry = { kind: 'system definition', what, by: actorOf(caller) };
      await this.#options.journal.append({ ...entry, before: toSystemDefinition(world, before) }, trx);
    });
  }

  /** Adds slots, or changes those with an id, all or none. */
  async saveSlots(caller: Caller, inputs: readonly systems.SlotInput[]): Promise<systems.Slot[]> {
    return this.#options.db.transaction().execute((trx) => this.#saveSlots(caller, inputs, trx));
  }

  async deleteSlot(caller: Caller, slotId: SlotId): Promise<void> {
    const world = await this.#options.scope.read();
    const slot = world.slots.get(slotId);
    if (!slot) throw notFound('The slot');
    const count = world.assignments.filter((assignment) => assignment.slotId === slotId).length;
    if (count > 0) throw conflict(`Something stands in the slot ${slot.name} (systems: ${count}).`, { systems: count });
    await this.#options.db.transaction().execute(async (trx) => {
      await this.#options.definitions.within(trx).deleteSlot(slotId);
      const entry = { kind: 'system definition', what: `slot ${slotId} deleted`, before: slot, by: actorOf(caller) };
      await this.#options.journal.append(entry, trx);
    });
  }

  async #saveRecord(
    caller: Caller,
    input: SystemDefinitionInput,
    old: SystemDefinitionRecord | undefined,
    trx: Kysely<Database>,
  ): Promise<SystemDefinitionRecord> {
    const { name } = input;
    const repository = this.#options.definitions.within(trx);
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
    const entry = { kind: 'system definition', what, after: record, by: actorOf(caller) };
    await this.#options.journal.append(old ? { ...entry, before: old } : entry, trx);
    return record;
  }

  async #saveSlots(caller: Caller, inputs: readonly systems.SlotInput[], trx: Kysely<Database>): Promise<SlotRecord[]> {
    for (const { slotId } of inputs) if (!(slotId ? mayModify : mayCreate)(caller, 'Slots')) throw forbidden();
    const repository = this.#options.definitions.within(trx);
    const [definitions, slots] = [await repository.list(), await repository.listSlots()];
    const known = new Set(definitions.map((definition) => definition.systemDefinitionId));
    const saved: SlotRecord[] = [];
    for (const [i, input] of inputs.entries()) {
      const old = input.slotId ? slots.find((slot) => slot.slotId === input.slotId) : undefined;
      if (input.slotId && !old) throw notFound('The slot');
      if (!known.has(input.parentSystemDefinitionId)) throw notFound('The system definition');
      await this.#refuseWrongKind(input, old, known, i);
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
      const entry = { kind: 'system definition', what, after: slot, by: actorOf(caller) };
      await this.#options.journal.append(old ? { ...entry, before: old } : entry, trx);
    }
    refuseCycles(definitions, await repository.listSlots());
    await refuseSharedAssets(trx, saved);
    return saved;
  }

  async #refuseWrongKind(
    input: systems.SlotInput,
    old: SlotRecord | undefined,
    known: ReadonlySet<SystemDefinitionId>,
    i: number,
  ): Promise<void> {
    const { assetDefinitionId, systemDefinitionId } = input;
    if (assetDefinitionId && systemDefinitionId) {
      throw badRequest('A slot is for assets of one definition or for systems of one, not for both.', {
        field: `${i}`,
      });
    }
    if (systemDefinitionId && !known.has(systemDefinitionId)) throw notFound('The system definition');
    if (assetDefinitionId && !(await this.#options.assetDefinitionExists(assetDefinitionId))) {
      throw notFound('The asset definition');
    }
    if (!old) return;
    if (old.parentSystemDefinitionId !== input.parentSystemDefinitionId) {
      throw badRequest('The slot belongs to another system definition.', { field: `${i}.parentSystemDefinitionId` });
    }
    const isOther =
      old.assetDefinitionId !== (assetDefinitionId ?? null) || old.systemDefinitionId !== (systemDefinitionId ?? null);
    const world = isOther ? await this.#options.scope.read() : undefined;
    if (world?.assignments.some((assignment) => assignment.slotId === old.slotId)) {
      throw conflict(`Something stands in the slot ${old.name}; take it out before the slot is for something else.`);
    }
  }
}

const mayCreate = (caller: Caller, group: Group) => holds(caller, permissionId(group, 'Create'));
const mayModify = (caller: Caller, group: Group) => holds(caller, permissionId(group, 'Modify'));

/** How many systems are of a definition, and how many slots of others are for such systems. */
function usersOf(world: SystemWorld, systemDefinitionId: SystemDefinitionId): { systems: number; slots: number } {
  const isOfIt = (one: { systemDefinitionId: SystemDefinitionId | null }) =>
    one.systemDefinitionId === systemDefinitionId;
  return {
    systems: [...world.systems.values()].filter(isOfIt).length,
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
async function refuseSharedAssets(trx: Kysely<Database>, saved: readonly SlotRecord[]): Promise<void> {
  const exclusive = saved.filter((slot) => slot.exclusive).map((slot) => slot.slotId);
  if (exclusive.length === 0) return;
  const shared = await trx
    .selectFrom('slot_assignments as own')
    .innerJoin('slot_assignments as other', 'other.asset_id', 'own.asset_id')
    .select('own.slot_id')
    .where('own.slot_id', 'in', exclusive)
    .where((where) =>
      where.or([
        where('other.slot_id', '<>', where.ref('own.slot_id')),
        where('other.system_id', '<>', where.ref('own.system_id')),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (shared) throw conflict('An asset in the slot stands in another slot, too; it cannot be exclusive.');
}

export function toSystemDefinition(world: SystemWorld, definition: SystemDefinitionRecord): systems.SystemDefinition {
  return { ...definition, slots: [...world.slotsOf(definition.systemDefinitionId)] };
}
