import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

/** When the user of a session last proved who they are, and addresses that wait to be confirmed from their mailbox. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('proved_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update sessions set proved_ms = created_ms`.execute(db);
  await db.schema
    .createTable('address_changes')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('change_hash', 'text', (c) => c.notNull().unique())
    .addColumn('password_mark', 'text', (c) => c.notNull())
    .addColumn('expires_ms', 'bigint', (c) => c.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('address_changes').execute();
  await db.schema.alterTable('sessions').dropColumn('proved_ms').execute();
}
