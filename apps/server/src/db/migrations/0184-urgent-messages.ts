import type { AnyDatabase } from '../dialects/any-database.ts';

/** How severe what a message tells is: where many wait, the worst is sent first. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('alert_messages')
    .addColumn('severity', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('alert_messages_due').execute();
  await db.schema
    .createIndex('alert_messages_due')
    .on('alert_messages')
    .columns(['state', 'channel', 'severity desc', 'next_ms', 'created_ms'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('alert_messages_due').execute();
  await db.schema
    .createIndex('alert_messages_due')
    .on('alert_messages')
    .columns(['state', 'channel', 'next_ms'])
    .execute();
  await db.schema.alterTable('alert_messages').dropColumn('severity').execute();
}
