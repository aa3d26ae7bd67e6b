import type { AnyDatabase } from '../dialects/any-database.ts';
import { engineOf } from '../dialects/columns.ts';

/** How often a portal has taken the database. The one of a SQLite file is told by the lock of its data folder. */
export async function up(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  await db.schema
    .createTable('database_holds')
    .addColumn('hold_id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'postgres') await db.schema.dropTable('database_holds').execute();
}
