import type { AdminId, AssetId, EpochMs, SlotId, SystemDefinitionId, SystemId } from '@telltale/contract';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { SystemsTable } from './system-tables.ts';

export interface SystemRecord {
  systemId: SystemId;
  name: string;
  systemDefinitionId: SystemDefinitionId;
  adminId: AdminId;
}

export interface AssignmentRecord {
  systemId: SystemId;
  slotId: SlotId;
  assetId: AssetId | null;
  childSystemId: SystemId | null;
}

export interface SystemAttribute {
  systemId: SystemId;
  attributeName: string;
  attributeValue: string;
}

function toRecord(row: Selectable<SystemsTable>): SystemRecord {
  return {
    systemId: row.system_id as SystemId,
    name: row.name,
    systemDefinitionId: row.system_definition_id as SystemDefinitionId,
    adminId: row.admin_id as AdminId,
  };
}

/** Systems and what stands in their slots. */
export class SystemRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By name as people count: System 2 before System 10. */
  async list(): Promise<SystemRecord[]> {
    const rows = await this.#db.selectFrom('systems').selectAll().orderBy('system_id').execute();
    return rows.map(toRecord).sort((a, b) => compareNaturally(a.name, b.name));
  }

  async listAssignments(): Promise<AssignmentRecord[]> {
    const rows = await this.#db.selectFrom('slot_assignments').selectAll().orderBy('slot_id').execute();
    return rows.map((row) => ({
      systemId: row.system_id as SystemId,
      slotId: row.slot_id as SlotId,
      assetId: row.asset_id as AssetId | null,
      childSystemId: row.child_system_id as SystemId | null,
    }));
  }

  async listAttributes(): Promise<SystemAttribute[]> {
    const rows = await this.#db.selectFrom('system_attributes').selectAll().orderBy('attribute_key').execute();
    return rows.map((row) => ({
      systemId: row.system_id as SystemId,
      attributeName: row.attribute_name,
      attributeValue: row.attribute_value,
    }));
  }

  async insert(system: Omit<SystemRecord, 'systemId'>, createdMs: EpochMs): Promise<SystemRecord> {
    const row = await this.#db
      .insertInto('systems')
      .values({
        name: storableText(system.name),
        system_definition_id: system.systemDefinitionId,
        admin_id: system.adminId,
        created_ms: createdMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async rename(systemId: SystemId, name: string): Promise<void> {
    await this.#db
      .updateTable('systems')
      .set({ name: storableText(name) })
      .where('system_id', '=', systemId)
      .execute();
  }

  async delete(systemId: SystemId): Promise<void> {
    await this.#db.deleteFrom('systems').where('system_id', '=', systemId).execute();
  }

  async setAssignments(systemId: SystemId, assignments: readonly Omit<AssignmentRecord, 'systemId'>[]): Promise<void> {
    await this.#db.deleteFrom('slot_assignments').where('system_id', '=', systemId).execute();
    if (assignments.length === 0) return;
    await this.#db
      .insertInto('slot_assignments')
      .values(
        assignments.map(({ slotId, assetId, childSystemId }) => ({
          system_id: systemId,
          slot_id: slotId,
          asset_id: assetId,
          child_system_id: childSystemId,
        })),
      )
      .execute();
  }

  async setAttributes(
    systemId: SystemId,
    attributes: readonly { attributeName: string; attributeValue: string }[],
  ): Promise<void> {
    await this.#db.deleteFrom('system_attributes').where('system_id', '=', systemId).execute();
    // Names match without regard to case; of two that are the same the later counts.
    const byKey = new Map(attributes.map((attribute) => [nameKey(attribute.attributeName), attribute]));
    if (byKey.size === 0) return;
    await this.#db
      .insertInto('system_attributes')
      .values(
        [...byKey].map(([key, { attributeName, attributeValue }]) => ({
          system_id: systemId,
          attribute_key: key,
          attribute_name: storableText(attributeName),
          attribute_value: storableText(attributeValue),
        })),
      )
      .execute();
  }
}
