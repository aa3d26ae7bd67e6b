import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

/** Parts: their records are found by asset and kind, and what is overdue is noted once, as an event of the portal. */
export async function up(db: AnyDatabase): Promise<void> {
  await db
    .insertInto('event_definitions')
    .values({
      asset_definition_id: null,
      name: 'Maintenance overdue',
      alias: '',
      category: 1,
      reason: '',
      created_ms: 0,
    })
    .execute();
  await db.schema
    .createIndex('events_of_parts')
    .on('events')
    .columns(['asset_id', 'event_definition_id', 'status', 'timestamp_ms'])
    .execute();
  await db.schema
    .createTable('overdue_notices')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('event_definition_id', 'bigint', (c) =>
      c.notNull().references('event_definitions.event_definition_id').onDelete('cascade'),
    )
    .addColumn('due_point', 'text', (c) => c.notNull())
    .addColumn('event_id', 'bigint')
    .addColumn('raised_ms', 'bigint', (c) => c.notNull())
    .addColumn('settled_ms', 'bigint')
    .addPrimaryKeyConstraint('overdue_notices_key', ['asset_id', 'event_definition_id', 'due_point'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('overdue_notices').execute();
  await db.schema.dropIndex('events_of_parts').execute();
  const own = db.selectFrom('event_definitions').select('event_definition_id').where(isOverdue);
  await db.deleteFrom('events').where('event_definition_id', 'in', own).execute();
  await db.deleteFrom('event_definitions').where(isOverdue).execute();
}

const isOverdue = sql<boolean>`asset_definition_id is null and category = 1`;
