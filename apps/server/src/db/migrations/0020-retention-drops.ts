import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
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

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('retention_drops').execute();
}
