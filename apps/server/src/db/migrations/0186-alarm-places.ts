import type { AnyDatabase } from '../dialects/any-database.ts';

/** Where several nodes share a portal: how far alarms have evaluated what each partition's stream holds. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alarm_places')
    .addColumn('partition', 'bigint', (c) => c.primaryKey())
    .addColumn('stream', 'text', (c) => c.notNull())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('passed_ms', 'bigint', (c) => c.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('alarm_places').execute();
}
