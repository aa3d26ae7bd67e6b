import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';

/** The three kinds of links: what is in a group, and what a group is shown. */
const links = {
  users: { table: 'user_group_users', owner: 'user_group_id', member: 'user_id' },
  assetGroups: { table: 'user_group_asset_groups', owner: 'user_group_id', member: 'asset_group_id' },
  assets: { table: 'asset_group_assets', owner: 'asset_group_id', member: 'asset_id' },
} as const;

export type LinkKind = keyof typeof links;

/** Two parameters a row; SQLite takes 32,766 in a statement. */
const ROWS_PER_STATEMENT = 10_000;

/** Links between groups and what belongs to them. */
export class LinkRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(kind: LinkKind, ownerId: number): Promise<number[]> {
    const { table, owner, member } = links[kind];
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(member)} as id from ${sql.table(table)} where ${sql.ref(owner)} = ${ownerId} order by 1
    `.execute(this.#db);
    return rows.map((row) => row.id);
  }

  async add(kind: LinkKind, ownerId: number, memberIds: readonly number[]): Promise<void> {
    const { table, owner, member } = links[kind];
    for (let first = 0; first < memberIds.length; first += ROWS_PER_STATEMENT) {
      const some = memberIds.slice(first, first + ROWS_PER_STATEMENT);
      const rows = some.map((id) => sql`(cast(${ownerId} as bigint), cast(${id} as bigint))`);
      await sql`
        insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(member)}) values ${sql.join(rows)}
        on conflict do nothing
      `.execute(this.#db);
    }
  }

  async remove(kind: LinkKind, ownerId: number, memberIds: readonly number[]): Promise<void> {
    const { table, owner, member } = links[kind];
    for (let first = 0; first < memberIds.length; first += ROWS_PER_STATEMENT) {
      const some = memberIds.slice(first, first + ROWS_PER_STATEMENT);
      await sql`
        delete from ${sql.table(table)} where ${sql.ref(owner)} = ${ownerId} and ${sql.ref(member)} in (${sql.join(some)})
      `.execute(this.#db);
    }
  }
}
