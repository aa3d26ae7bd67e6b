import type { AdminId, ownership } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

/** What may belong to an admin unit, in the words of a refusal. */
const belongings = {
  users: 'users',
  userGroups: 'user_groups',
  assetGroups: 'asset_groups',
  assets: 'assets',
  assetDefinitions: 'asset_definitions',
  systems: 'systems',
  gateways: 'gateways',
  files: 'files',
} as const;

export class UnitRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(adminName: string, parentAdminId: AdminId): Promise<AdminId> {
    const row = await this.#db
      .insertInto('admin_units')
      .values({ admin_name: storableText(adminName), parent_admin_id: parentAdminId })
      .returning('admin_id')
      .executeTakeFirstOrThrow();
    return row.admin_id as AdminId;
  }

  async update({ adminId, adminName, parentAdminId }: ownership.AdminUnit): Promise<void> {
    await this.#db
      .updateTable('admin_units')
      .set({ admin_name: storableText(adminName), parent_admin_id: parentAdminId })
      .where('admin_id', '=', adminId)
      .execute();
  }

  async delete(adminId: AdminId): Promise<void> {
    await this.#db.deleteFrom('admin_units').where('admin_id', '=', adminId).execute();
  }

  /** How much of each kind belongs to a unit. */
  async countUses(adminId: AdminId): Promise<Record<keyof typeof belongings, number>> {
    const counts: [string, number][] = [];
    // One after another: a unit of work has one connection.
    for (const [what, table] of Object.entries(belongings)) {
      const { count } = await this.#db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('admin_id', '=', adminId)
        .executeTakeFirstOrThrow();
      counts.push([what, Number(count)]);
    }
    return Object.fromEntries(counts) as Record<keyof typeof belongings, number>;
  }
}
