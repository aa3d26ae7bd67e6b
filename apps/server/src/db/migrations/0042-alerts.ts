import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** What people are told of alarms and of assets that went offline: up to where it was looked, of what, who, and how it went. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alert_cursors')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .execute();
  // What happened before there were messages is told to nobody.
  for (const [source, table, id] of [
    ['alarm', 'alarm_transitions', 'transition_id'],
    ['connection', 'events', 'event_id'],
  ] as const) {
    const { last } = await db
      .selectFrom(table)
      .select((s) => s.fn.max(id).as('last'))
      .executeTakeFirstOrThrow();
    await db
      .insertInto('alert_cursors')
      .values({ source, position: Number(last ?? 0) })
      .execute();
  }
  await db.schema
    .createTable('alert_news')
    .addColumn('news_id', ...idColumn(db))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    // Not a reference: what happened is told after the definition is gone.
    .addColumn('alarm_definition_id', 'bigint', (c) => c.notNull())
    .addColumn('occurrence_ms', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('time_ms', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('severity', 'double precision', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('alert_news_once')
    .unique()
    .on('alert_news')
    .columns(['asset_id', 'alarm_definition_id', 'occurrence_ms', 'kind'])
    .execute();
  await db.schema.createIndex('alert_news_by_time').on('alert_news').column('time_ms').execute();
  await db.schema
    .createTable('alert_messages')
    .addColumn('message_id', 'text', (c) => c.primaryKey())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.user_id').onDelete('cascade'))
    .addColumn('user_group_id', 'bigint', (c) => c.references('user_groups.user_group_id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('next_ms', 'bigint', (c) => c.notNull())
    .addColumn('sent_ms', 'bigint')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('alert_messages_due')
    .on('alert_messages')
    .columns(['state', 'channel', 'next_ms'])
    .execute();
  await db.schema
    .createIndex('alert_messages_by_recipient')
    .on('alert_messages')
    .columns(['recipient', 'channel', 'created_ms'])
    .execute();
  await db.schema.createIndex('alert_messages_by_time').on('alert_messages').column('created_ms').execute();
  await db.schema.createIndex('alert_messages_by_user').on('alert_messages').column('user_id').execute();
  await db.schema.createIndex('alert_messages_by_group').on('alert_messages').column('user_group_id').execute();
  await db.schema
    .createTable('alert_deliveries')
    .addColumn('delivery_id', ...idColumn(db))
    .addColumn('news_id', 'bigint', (c) => c.notNull().references('alert_news.news_id').onDelete('cascade'))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.user_id').onDelete('cascade'))
    .addColumn('user_group_id', 'bigint', (c) => c.references('user_groups.user_group_id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('due_ms', 'bigint', (c) => c.notNull())
    .addColumn('message_id', 'text')
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('alert_deliveries_once')
    .unique()
    .on('alert_deliveries')
    .columns(['news_id', 'recipient', 'channel'])
    .execute();
  await db.schema
    .createIndex('alert_deliveries_due')
    .on('alert_deliveries')
    .columns(['state', 'channel', 'due_ms'])
    .execute();
  await db.schema
    .createIndex('alert_deliveries_of_recipient')
    .on('alert_deliveries')
    .columns(['recipient', 'channel', 'state'])
    .execute();
  await db.schema.createIndex('alert_deliveries_by_message').on('alert_deliveries').column('message_id').execute();
  await db.schema.createIndex('alert_deliveries_by_user').on('alert_deliveries').column('user_id').execute();
  await db.schema.createIndex('alert_deliveries_by_group').on('alert_deliveries').column('user_group_id').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['alert_deliveries', 'alert_messages', 'alert_news', 'alert_cursors']) {
    await db.schema.dropTable(table).execute();
  }
}
