import type { AnyDatabase } from '../dialects/any-database.ts';

/** By which name an outside MQTT broker knows the portal, and what it keeps for it. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('outside_brokers')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('gateway_id', 'bigint', (c) => c.references('gateways.gateway_id').onDelete('set null'))
    .addColumn('filters', 'text', (c) => c.notNull())
    .addColumn('reached_ms', 'bigint')
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('outside_brokers').execute();
}
