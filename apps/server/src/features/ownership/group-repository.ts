import type { AdminId } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

const kinds = {
  user: { table: 'user_groups', id: 'user_group_id', name: 'user_group_name' },
  asset: { table: 'asset_groups', id: 'asset_group_id', name: 'asset_group_name' },
} as const;

export type GroupKind = keyof typeof kinds;

/** A user group or an asset group: both are trees of named groups within admin units. */
export interface GroupRecord {
  id: number;
  name: string;
  adminId: AdminId;
  description: string;
  parentGroupId: number | null;
}

export class GroupRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By name. */
  async list(kind: GroupKind): Promise<GroupRecord[]> {
    const { table, name, id } = kinds[kind];
    const { rows } = await sql<GroupRecord>`
      select ${columns(kind)} from ${sql.table(table)} order by ${sql.ref(name)}, ${sql.ref(id)}
    `.execute(this.#db);
    return rows;
  }

  async find(kind: GroupKind, groupId: number): Promise<GroupRecord | undefined> {
    const { table, id } = kinds[kind];
    const { rows } = await sql<GroupRecord>`
      select ${columns(kind)} from ${sql.table(table)} where ${sql.ref(id)} = ${groupId}
    `.execute(this.#db);
    return rows[0];
  }

  async insert(kind: GroupKind, group: Omit<GroupRecord, 'id'>): Promise<number> {
    const { table, name, id } = kinds[kind];
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.ref(name)}, description, admin_id, parent_group_id)
      values (${storableText(group.name)}, ${storableText(group.description)}, ${group.adminId}, ${group.parentGroupId})
      returning ${sql.ref(id)} as id
    `.execute(this.#db);
    const [row] = rows;
    if (!row) throw new Error('The database did not answer the id of a new group.');
    return row.id;
  }

  async update(kind: GroupKind, group: GroupRecord): Promise<void> {
    const { table, name, id } = kinds[kind];
    await sql`
      update ${sql.table(table)}
      set ${sql.ref(name)} = ${storableText(group.name)}, description = ${storableText(group.description)},
        admin_id = ${group.adminId}, parent_group_id = ${group.parentGroupId}
      where ${sql.ref(id)} = ${group.id}
    `.execute(this.#db);
  }

  /** Its links, permissions and alerts go with it. */
  async delete(kind: GroupKind, groupId: number): Promise<void> {
    const { table, id } = kinds[kind];
    await sql`delete from ${sql.table(table)} where ${sql.ref(id)} = ${groupId}`.execute(this.#db);
  }
}

function columns(kind: GroupKind) {
  const { id, name } = kinds[kind];
  return sql`
    ${sql.ref(id)} as id, ${sql.ref(name)} as name, admin_id as "adminId", description, parent_group_id as "parentGroupId"
  `;
}
