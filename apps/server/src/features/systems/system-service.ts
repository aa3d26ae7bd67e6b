import {
  type AssetDefinitionId,
  type AssetId,
  type DefinitionTree,
  type dashboards,
  permissionId,
  type QueryOf,
  type ReplyOf,
  type SlotId,
  type SystemDefinitionId,
  type SystemId,
  type systems,
} from '@telltale/contract';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { asSystemCalls } from './named-tree.ts';
import { type Assignment, assignmentsOf, isSame, refuseShared, type SlotInput } from './slot-assignments.ts';
import { toSystemDefinition } from './system-definition-service.ts';
import { type SystemRecord, SystemRepository } from './system-repository.ts';
import type { SystemScope, SystemWorld } from './system-world.ts';

/** An asset as far as its place in a system is concerned. */
export interface SlottedAsset {
  readonly assetDefinitionId: AssetDefinitionId;
  readonly assetAlias: string;
  /** As far as the caller may read them. */
  readonly attributes: readonly { attributeName: string; attributeValue: string }[];
}

export interface SystemServiceOptions {
  work: UnitOfWork;
  scope: SystemScope;
  /** Undefined: there is none, or the caller does not see it. */
  findAsset: (caller: Caller, assetId: AssetId) => Promise<SlottedAsset | undefined>;
  /** The definition of an asset as things stand within a change; undefined as above. */
  findKindWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId | undefined>;
  /**
   * What a dashboard can read of assets of a definition; of one asset, with what it has sent beside that and what it calls
   * them, if it is named.
   */
  dataItemsOf: (
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    assetId: AssetId | undefined,
  ) => Promise<DefinitionTree['dataItemDefinitions']>;
  listDashboards: (systemDefinitionId: SystemDefinitionId) => Promise<dashboards.Dashboard[]>;
  clock: Clock;
}

export interface SystemInput {
  systemId?: 0 | SystemId | null | undefined;
  name: string;
  systemDefinitionId: SystemDefinitionId;
  attributes?: readonly { attributeName: string; attributeValue: string }[] | null | undefined;
  currentSlotAssignments?: readonly SlotInput[] | null | undefined;
}

const CREATE = permissionId('Systems', 'Create');
const MODIFY = permissionId('Systems', 'Modify');
const ASSIGN = permissionId('SlotAssignments', 'Modify');

/** Systems: assets that belong together, each in its slot. */
export class SystemService {
  readonly #options: SystemServiceOptions;

  constructor(options: SystemServiceOptions) {
    this.#options = options;
  }

  /** By name, in the order in which people count. */
  async list(caller: Caller): Promise<systems.System[]> {
    const world = await this.#options.scope.read();
    const found: systems.System[] = [];
    for (const system of seenBy(caller, world)) found.push(await this.#reply(caller, world, system));
    return found;
  }

  /** A page of the same, in the order in which people count, of those that hold a text. */
  async listPage(
    caller: Caller,
    { search = '', limit, offset }: QueryOf<typeof systems.listSystemPage>,
  ): Promise<ReplyOf<typeof systems.listSystemPage>> {
    const world = await this.#options.scope.read();
    const seen = seenBy(caller, world);
    const wanted = nameKey(search);
    const kindOf = ({ systemDefinitionId }: SystemRecord) => world.definitions.get(systemDefinitionId)?.name ?? '';
    const found = seen.filter((system) => [system.name, kindOf(system)].some((text) => nameKey(text).includes(wanted)));
    const page: systems.System[] = [];
    for (const system of found.slice(offset, offset + limit)) page.push(await this.#reply(caller, world, system));
    return { total: found.length, all: seen.length, systems: page };
  }

  async get(caller: Caller, systemId: SystemId): Promise<systems.System> {
    const { world, system } = await this.#find(caller, systemId);
    return this.#reply(caller, world, system);
  }

  async getWithDashboards(caller: Caller, systemId: SystemId): Promise<systems.SystemWithDashboards> {
    const { world, system } = await this.#find(caller, systemId);
    const reply = await this.#reply(caller, world, system);
    const own = await this.#options.listDashboards(system.systemDefinitionId);
    return { ...reply, systemDefinition: { ...reply.systemDefinition, dashboards: own } };
  }

  /** Slots and data items that a dashboard of the system can read. */
  async tree(caller: Caller, systemId: SystemId): Promise<DefinitionTree> {
    const { world, system } = await this.#find(caller, systemId);
    const tree = await this.#treeOf(caller, world, system.systemDefinitionId, systemId);
    return asSystemCalls(tree, world.attributesOf(systemId));
  }

  /** @throws HttpError 403 for who may save nothing at all, before the body is looked at */
  refuseReaders(caller: Caller): void {
    if (!holds(caller, CREATE) && !holds(caller, MODIFY)) throw forbidden();
  }

  /**
   * Creates a system, or saves one.
   * @throws HttpError 404 for an asset or system out of sight that does not stand there already (guarantee B17), 409 for
   * an asset that an exclusive slot keeps from being there
   */
  async save(caller: Caller, input: SystemInput): Promise<systems.System> {
    if (!holds(caller, input.systemId ? MODIFY : CREATE)) throw forbidden();
    const { work, scope } = this.#options;
    const systemId = await work.run(caller, (unit) => this.#save(unit, caller, input));
    const world = await scope.read();
    const saved = world.systems.get(systemId);
    if (!saved) throw notFound('The system');
    return this.#reply(caller, world, saved);
  }

  async delete(caller: Caller, systemId: SystemId): Promise<void> {
    const { work, scope } = this.#options;
    await work.run(caller, async (unit) => {
      const world = await scope.within(unit).read();
      const system = find(caller, world, systemId);
      if (world.assignments.some((assignment) => assignment.childSystemId === systemId)) {
        throw conflict(`${system.name} stands in a slot of another system.`);
      }
      await unit.of(SystemRepository).delete(systemId);
      const before = { name: system.name, assignments: world.assignmentsOf(systemId) };
      unit.note({ kind: 'system', what: `system ${systemId} deleted`, before });
    });
  }

  async #save(work: Work, caller: Caller, input: SystemInput): Promise<SystemId> {
    const { name, systemDefinitionId, attributes } = input;
    const world = await this.#options.scope.within(work).read();
    const old = input.systemId ? find(caller, world, input.systemId) : undefined;
    if (!world.definitions.has(systemDefinitionId)) throw notFound('The system definition');
    if (old && old.systemDefinitionId !== systemDefinitionId) {
      throw badRequest('The system is of another definition.', { field: 'systemDefinitionId' });
    }
    const current = old ? world.assignmentsOf(old.systemId) : [];
    const assignments = input.currentSlotAssignments ? assignmentsOf(input.currentSlotAssignments) : undefined;
    if (assignments && !isSame(current, assignments)) {
      if (!holds(caller, ASSIGN)) throw forbidden('You are not allowed to change what stands in slots.');
      await this.#refuseWrong(work, caller, world, systemDefinitionId, old?.systemId, assignments);
    }
    const repository = work.of(SystemRepository);
    if (old) await repository.rename(old.systemId, name);
    const { clock } = this.#options;
    const record = old ?? (await repository.insert({ name, systemDefinitionId, adminId: caller.adminId }, clock.now()));
    if (assignments) await repository.setAssignments(record.systemId, assignments);
    if (attributes) await repository.setAttributes(record.systemId, attributes);
    const what = `system ${record.systemId} ${old ? 'changed' : 'created'}`;
    const after = { name, ...(assignments ? { assignments } : {}), ...(attributes ? { attributes } : {}) };
    const before = old && { name: old.name, assignments: current, attributes: world.attributesOf(old.systemId) };
    work.note({ kind: 'system', what, after, ...(before ? { before } : {}) });
    return record.systemId;
  }

  async #find(caller: Caller, systemId: SystemId): Promise<{ world: SystemWorld; system: SystemRecord }> {
    const world = await this.#options.scope.read();
    return { world, system: find(caller, world, systemId) };
  }

  async #refuseWrong(
    work: Work,
    caller: Caller,
    world: SystemWorld,
    systemDefinitionId: SystemDefinitionId,
    systemId: SystemId | undefined,
    assignments: readonly Assignment[],
  ): Promise<void> {
    const { findKindWithin } = this.#options;
    const current = systemId === undefined ? [] : world.assignmentsOf(systemId);
    // What is out of sight is refused before anything is said of what fits (spec 3 §13).
    for (const assignment of assignments) {
      if (current.some((one) => isSame([one], [assignment]))) continue;
      const { assetId, childSystemId } = assignment;
      if (assetId !== null && !(await findKindWithin(work, caller, assetId))) throw notFound('The asset');
      const child = childSystemId === null ? undefined : world.systems.get(childSystemId);
      if (childSystemId !== null && (!child || !world.canSee(caller, child))) throw notFound('The system');
    }
    const slots = new Set<SlotId>();
    for (const assignment of assignments) {
      const { slotId, assetId, childSystemId } = assignment;
      const slot = world.slots.get(slotId);
      if (slot?.parentSystemDefinitionId !== systemDefinitionId) throw notFound('The slot');
      if (slots.has(slotId)) throw badRequest(`Only one thing stands in the slot ${slot.name}.`, { field: 'slotId' });
      slots.add(slotId);
      if (current.some((one) => isSame([one], [assignment]))) continue;
      if (assetId !== null) {
        if ((await findKindWithin(work, caller, assetId)) !== slot.assetDefinitionId) {
          throw badRequest(`The slot ${slot.name} is for something else.`, { field: 'assetId' });
        }
      }
      if (childSystemId === null) continue;
      if (world.systems.get(childSystemId)?.systemDefinitionId !== slot.systemDefinitionId) {
        throw badRequest(`The slot ${slot.name} is for something else.`, { field: 'systemId' });
      }
    }
    refuseShared(world, systemId, assignments);
  }

  async #reply(caller: Caller, world: SystemWorld, system: SystemRecord): Promise<systems.System> {
    const { systemId, name, systemDefinitionId } = system;
    const definition = world.definitions.get(systemDefinitionId);
    if (!definition) throw notFound('The system');
    return {
      systemId,
      name,
      systemDefinitionId,
      assetId: null,
      assetDefinitionId: null,
      attributes: attributesOf(world, systemId).map((attribute) => ({ ...attribute, assetId: null })),
      currentSlotAssignments: await this.#assignments(caller, world, systemId),
      systemDefinition: toSystemDefinition(world, definition),
    };
  }

  async #assignments(caller: Caller, world: SystemWorld, systemId: SystemId): Promise<systems.SlotAssignment[]> {
    const replies: systems.SlotAssignment[] = [];
    for (const { slotId, assetId, childSystemId } of world.assignmentsOf(systemId)) {
      const place = { slotId, assetId, systemId: childSystemId };
      const asset = assetId === null ? undefined : await this.#options.findAsset(caller, assetId);
      const child = childSystemId === null ? undefined : world.systems.get(childSystemId);
      if (asset) replies.push({ ...place, assetAlias: asset.assetAlias, attributes: [...asset.attributes] });
      else if (child && world.canSee(caller, child)) {
        const currentSlotAssignments = await this.#assignments(caller, world, child.systemId);
        const system = { systemId: child.systemId, name: child.name, currentSlotAssignments };
        replies.push({ ...place, attributes: attributesOf(world, child.systemId), system });
      } else replies.push({ ...place, attributes: [] });
    }
    return replies;
  }

  async #treeOf(
    caller: Caller,
    world: SystemWorld,
    systemDefinitionId: SystemDefinitionId,
    systemId: SystemId | undefined,
  ): Promise<DefinitionTree> {
    const standing = systemId === undefined ? [] : world.assignmentsOf(systemId);
    const slots: DefinitionTree['slots'] = [];
    for (const slot of world.slotsOf(systemDefinitionId)) {
      const { slotId, name } = slot;
      const there = standing.find((assignment) => assignment.slotId === slotId);
      if (slot.systemDefinitionId !== null) {
        const child = there?.childSystemId ?? undefined;
        const systemDefinition = await this.#treeOf(caller, world, slot.systemDefinitionId, child);
        slots.push({ slotId, name, systemDefinition });
      } else if (slot.assetDefinitionId !== null) {
        const assetId = there?.assetId ?? undefined;
        const dataItemDefinitions = await this.#options.dataItemsOf(caller, slot.assetDefinitionId, assetId);
        slots.push({ slotId, name, assetDefinition: { slots: [], dataItemDefinitions } });
      } else slots.push({ slotId, name });
    }
    return { slots, dataItemDefinitions: [] };
  }
}

/** In the order in which people count. */
function seenBy(caller: Caller, world: SystemWorld): SystemRecord[] {
  const seen = [...world.systems.values()].filter((system) => world.canSee(caller, system));
  return seen.sort((a, b) => compareNaturally(a.name, b.name) || a.systemId - b.systemId);
}

/** @throws HttpError 404 when there is none, or the caller sees nothing of it */
function find(caller: Caller, world: SystemWorld, systemId: SystemId): SystemRecord {
  const system = world.systems.get(systemId);
  if (!system || !world.canSee(caller, system)) throw notFound('The system');
  return system;
}

function attributesOf(world: SystemWorld, systemId: SystemId) {
  return world.attributesOf(systemId).map(({ attributeName, attributeValue }) => ({ attributeName, attributeValue }));
}
