import type { AssetDefinitionId, EpochMs, SlotId, SystemDefinitionId } from '@telltale/contract';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { SlotsTable, SystemDefinitionsTable } from './system-tables.ts';

export interface SystemDefinitionRecord {
  systemDefinitionId: SystemDefinitionId;
  name: string;
  alias: string;
  description: string;
}

export interface SlotRecord {
  slotId: SlotId;
  name: string;
  parentSystemDefinitionId: SystemDefinitionId;
  systemDefinitionId: SystemDefinitionId | null;
  assetDefinitionId: AssetDefinitionId | null;
  critical: boolean;
  exclusive: boolean;
}

export type NewSlot = Omit<SlotRecord, 'slotId'>;

function toDefinition(row: Selectable<SystemDefinitionsTable>): SystemDefinitionRecord {
  return {
    systemDefinitionId: row.system_definition_id as SystemDefinitionId,
    name: row.name,
    alias: row.alias,
    description: row.description,
  };
}

function toSlot(row: Selectable<SlotsTable>): SlotRecord {
  return {
    slotId: row.slot_id as SlotId,
    name: row.name,
    parentSystemDefinitionId: row.parent_system_definition_id as SystemDefinitionId,
    systemDefinitionId: row.system_definition_id as SystemDefinitionId | null,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId | null,
    critical: row.critical === 1,
    exclusive: row.exclusive === 1,
  };
}

function slotColumns(slot: NewSlot) {
  return {
    name: storableText(slot.name),
    parent_system_definition_id: slot.parentSystemDefinitionId,
    system_definition_id: slot.systemDefinitionId,
    asset_definition_id: slot.assetDefinitionId,
    critical: slot.critical ? 1 : 0,
    exclusive: slot.exclusive ? 1 : 0,
  };
}

/** Kinds of systems and the slots that they have. */
export class SystemDefinitionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By name, as people count. */
  async list(): Promise<SystemDefinitionRecord[]> {
    const rows = await this.#db.selectFrom('system_definitions').selectAll().execute();
    return rows.map(toDefinition).sort((a, b) => compareNaturally(a.name, b.name));
  }

  async find(systemDefinitionId: SystemDefinitionId): Promise<SystemDefinitionRecord | undefined> {
    const row = await this.#db
      .selectFrom('system_definitions')
      .selectAll()
      .where('system_definition_id', '=', systemDefinitionId)
      .executeTakeFirst();
    return row && toDefinition(row);
  }

  /** Undefined: the name is taken. */
  async insert(
    { name, alias, description }: Omit<SystemDefinitionRecord, 'systemDefinitionId'>,
    createdMs: EpochMs,
  ): Promise<SystemDefinitionRecord | undefined> {
    const row = await this.#db
      .insertInto('system_definitions')
      .values({
        name: storableText(name),
        name_key: nameKey(name),
        alias: storableText(alias),
        description: storableText(description),
        created_ms: createdMs,
      })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && toDefinition(row);
  }

  /** False: the name is that of another. */
  async update({ systemDefinitionId, name, alias, description }: SystemDefinitionRecord): Promise<boolean> {
    const holder = await this.#db
      .selectFrom('system_definitions')
      .select('system_definition_id')
      .where('name_key', '=', nameKey(name))
      .executeTakeFirst();
    if (holder && holder.system_definition_id !== systemDefinitionId) return false;
    await this.#db
      .updateTable('system_definitions')
      .set({
        name: storableText(name),
        name_key: nameKey(name),
        alias: storableText(alias),
        description: storableText(description),
      })
      .where('system_definition_id', '=', systemDefinitionId)
      .execute();
    return true;
  }

  async delete(systemDefinitionId: SystemDefinitionId): Promise<void> {
    await this.#db.deleteFrom('system_definitions').where('system_definition_id', '=', systemDefinitionId).execute();
  }

  /** In the order of their making. */
  async listSlots(): Promise<SlotRecord[]> {
    return (await this.#db.selectFrom('slots').selectAll().orderBy('slot_id').execute()).map(toSlot);
  }

  async insertSlot(slot: NewSlot): Promise<SlotRecord> {
    const row = await this.#db.insertInto('slots').values(slotColumns(slot)).returningAll().executeTakeFirstOrThrow();
    return toSlot(row);
  }

  async updateSlot(slot: SlotRecord): Promise<void> {
    await this.#db.updateTable('slots').set(slotColumns(slot)).where('slot_id', '=', slot.slotId).execute();
  }

  async deleteSlot(slotId: SlotId): Promise<void> {
    await this.#db.deleteFrom('slots').where('slot_id', '=', slotId).execute();
  }

  /** Whether an asset that stands in one of the slots stands in another place, too. */
  async isAnyAssetElsewhere(slotIds: readonly SlotId[]): Promise<boolean> {
    if (slotIds.length === 0) return false;
    const shared = await this.#db
      .selectFrom('slot_assignments as own')
      .innerJoin('slot_assignments as other', 'other.asset_id', 'own.asset_id')
      .select('own.slot_id')
      .where('own.slot_id', 'in', [...slotIds])
      .where((where) =>
        where.or([
          where('other.slot_id', '<>', where.ref('own.slot_id')),
          where('other.system_id', '<>', where.ref('own.system_id')),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    return shared !== undefined;
  }

  async countSlotsOf(assetDefinitionId: AssetDefinitionId): Promise<number> {
    const { count } = await this.#db
      .selectFrom('slots')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('asset_definition_id', '=', assetDefinitionId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
