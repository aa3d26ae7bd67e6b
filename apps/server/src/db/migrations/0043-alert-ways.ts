import type { AnyDatabase } from '../dialects/any-database.ts';

/** Where machines and phones are told of alarms. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alert_webhooks')
    .addColumn('user_group_id', 'bigint', (c) =>
      c.primaryKey().references('user_groups.user_group_id').onDelete('cascade'),
    )
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('sealed_secret', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('alert_text_gateway')
    .addColumn('gateway_id', 'integer', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('sealed_authorization', 'text', (c) => c.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('alert_text_gateway').execute();
  await db.schema.dropTable('alert_webhooks').execute();
}
