import type { AnyDatabase } from '../dialects/any-database.ts';

/** Maintenance of all assets in a span of time is found by its definitions. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createIndex('events_by_kind_and_time')
    .on('events')
    .columns(['event_definition_id', 'timestamp_ms', 'event_id'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('events_by_kind_and_time').execute();
}
