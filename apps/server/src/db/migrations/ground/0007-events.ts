import type { AnyDatabase } from '../../dialects/any-database.ts';
import { continueIdsAfter, idColumn } from '../../dialects/columns.ts';

/** Definitions that every asset has: going offline and coming back are events (spec 3 §7). */
const BUILT_IN = [
  { event_definition_id: 1, name: 'Offline' },
  { event_definition_id: 2, name: 'Online' },
].map((definition) => ({
  ...definition,
  asset_definition_id: null,
  alias: '',
  category: 2,
  reason: '',
  created_ms: 0,
}));

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('event_definitions')
    .addColumn('event_definition_id', ...idColumn(db))
    .addColumn('asset_definition_id', 'bigint', (c) =>
      c.references('asset_definitions.asset_definition_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('alias', 'text', (c) => c.notNull())
    .addColumn('category', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('event_definitions_by_definition')
    .on('event_definitions')
    .column('asset_definition_id')
    .execute();
  await db.insertInto('event_definitions').values(BUILT_IN).execute();
  await continueIdsAfter(db, 'event_definitions', 'event_definition_id', BUILT_IN.length);
  await db.schema
    .createTable('events')
    .addColumn('event_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('event_definition_id', 'bigint', (c) => c.notNull().references('event_definitions.event_definition_id'))
    .addColumn('timestamp_ms', 'bigint', (c) => c.notNull())
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('meta', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('events_by_asset')
    .on('events')
    .columns(['asset_id', 'timestamp_ms', 'event_id'])
    .execute();
  await db.schema.createIndex('events_by_definition').on('events').column('event_definition_id').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('events').execute();
  await db.schema.dropTable('event_definitions').execute();
}
