import type { AnyDatabase } from '../../dialects/any-database.ts';
import { idColumn } from '../../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('quarantine')
    .addColumn('quarantine_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.references('assets.asset_id').onDelete('cascade'))
    .addColumn('gateway_id', 'bigint', (c) => c.references('gateways.gateway_id').onDelete('cascade'))
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('time_ms', 'double precision')
    .addColumn('excerpt', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('quarantine_by_asset').on('quarantine').columns(['asset_id', 'quarantine_id']).execute();
  await db.schema
    .createIndex('quarantine_by_gateway')
    .on('quarantine')
    .columns(['gateway_id', 'quarantine_id'])
    .execute();
  await db.schema
    .createTable('sparkplug_births')
    .addColumn('gateway_id', 'bigint', (c) => c.notNull().references('gateways.gateway_id').onDelete('cascade'))
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('edge_id', 'text', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sparkplug_births_key', ['gateway_id', 'group_id', 'edge_id', 'device_id'])
    .execute();
  await db.schema
    .createTable('commands')
    .addColumn('command_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('command_definition_id', 'bigint', (c) => c.notNull())
    .addColumn('command', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_ms', 'bigint', (c) => c.notNull())
    .addColumn('delivered_ms', 'bigint')
    .addColumn('ended_ms', 'bigint')
    .addColumn('answer', 'text')
    .addColumn('by_user_id', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('commands_by_asset').on('commands').columns(['asset_id', 'command_id']).execute();
  await db.schema.createIndex('commands_by_state').on('commands').columns(['state', 'expires_ms']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['commands', 'sparkplug_births', 'quarantine']) await db.schema.dropTable(table).execute();
}
