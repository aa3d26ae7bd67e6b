import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

/** What earthquake feeds answered last, and a way to the ended alarms of one definition by when they were raised. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('seismic_feeds')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('fetched_ms', 'bigint', (c) => c.notNull())
    .addColumn('left_out', 'integer', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('alarm_transitions_raised')
    .on('alarm_transitions')
    .columns(['alarm_definition_id', 'raised_ms', 'asset_id'])
    .where(sql<boolean>`ended_ms is not null`)
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('alarm_transitions_raised').execute();
  await db.schema.dropTable('seismic_feeds').execute();
}
