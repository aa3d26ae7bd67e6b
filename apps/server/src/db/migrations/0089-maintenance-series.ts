import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** Maintenance that comes again: the rule, and which event each of its occurrences became. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('maintenance_series')
    .addColumn('series_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('event_definition_id', 'bigint', (c) =>
      c.notNull().references('event_definitions.event_definition_id').onDelete('cascade'),
    )
    .addColumn('repeat', 'text', (c) => c.notNull())
    .addColumn('start_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('is_ended', 'integer', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('maintenance_series_by_asset').on('maintenance_series').column('asset_id').execute();
  // An event may be deleted; its occurrence stays, so that it is not planned anew.
  await db.schema
    .createTable('maintenance_occurrences')
    .addColumn('series_id', 'bigint', (c) => c.notNull().references('maintenance_series.series_id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('event_id', 'bigint', (c) => c.references('events.event_id').onDelete('set null'))
    .addColumn('slot_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('maintenance_occurrences_key', ['series_id', 'number'])
    .execute();
  await db.schema
    .createIndex('maintenance_occurrences_by_event')
    .on('maintenance_occurrences')
    .column('event_id')
    .unique()
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('maintenance_occurrences').execute();
  await db.schema.dropTable('maintenance_series').execute();
}
