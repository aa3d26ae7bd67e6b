import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrations as released } from '../migrations.ts';

/** Rows of the fixture that the migrations below rewrite. */
export const CANARIES = 4_000;

/** Two steps that belong together: the first copies every row into a new table, the second takes the old one away. */
const split: Migration = {
  async up(db) {
    await sql`create table canary_parts (canary_id integer not null, part text not null, body text not null)`.execute(
      db,
    );
    for (const part of ['head', 'tail']) {
      await sql`insert into canary_parts select canary_id, ${part}, body from canaries`.execute(db);
      await sql`create index ${sql.ref(`canary_parts_${part}`)} on canary_parts (body, part)`.execute(db);
    }
  },
};
const drop: Migration = {
  async up(db) {
    await sql`alter table canaries rename to canaries_going`.execute(db);
    await sql`update canary_parts set body = upper(body)`.execute(db);
    await sql`drop table canaries_going`.execute(db);
  },
};

export const NEWEST = '9902-drop';
/** The released migrations, and two long ones after them. */
export const longMigrations: Readonly<Record<string, Migration>> = { ...released, '9901-split': split, [NEWEST]: drop };

export const canary = (id: number): string => `canary ${id} ${'.'.repeat(200)}`;
