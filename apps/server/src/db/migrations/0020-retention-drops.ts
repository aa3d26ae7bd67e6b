import type { Kysely } from 'kysely';
import { idColumn } from '../dialects/columns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration is written against the schema of its own day
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('retention_drops')
    .addColumn('drop_id', ...idColumn(db))
    .addColumn('before_ms', 'bigint', (c) => c.notNull())
    .addColumn('series', 'text')
    .addColumn('points', 'bigint', (c) => c.notNull())
    .addColumn('why', 'text', (c) => c.notNull())
    .addColumn('begun_ms', 'bigint', (c) => c.notNull())
    .execute();
}

// biome-ignore lint/suspicious/noExplicitAny: see up
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('retention_drops').execute();
}
