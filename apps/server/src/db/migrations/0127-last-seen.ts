import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

/** When a user was last there; of those who were before this column, as far as sessions, tokens and the journal know. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('users').addColumn('last_seen_ms', 'bigint').execute();
  const { rows } = await sql<{ user_id: number; seen_ms: number }>`
    select user_id, max(seen_ms) as seen_ms from (
      select user_id, last_used_ms as seen_ms from sessions
      union all select user_id, last_used_ms from api_tokens where last_used_ms is not null
      union all select by_user_id, time_ms from journal
        where kind = 'session' and what = 'logged in' and by_user_id is not null
    ) as seen
    group by user_id
  `.execute(db);
  for (const { user_id, seen_ms } of rows) {
    await sql`update users set last_seen_ms = ${seen_ms} where user_id = ${user_id}`.execute(db);
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('users').dropColumn('last_seen_ms').execute();
}
