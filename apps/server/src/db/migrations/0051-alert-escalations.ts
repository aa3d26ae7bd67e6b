import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

const ONCE = ['asset_id', 'alarm_definition_id', 'occurrence_ms', 'kind'] as const;

/** Who is told next when nobody acknowledges an alarm, how far that has come, and which messages were answered by their link. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alert_steps')
    .addColumn('user_group_id', 'bigint', (c) => c.notNull())
    .addColumn('asset_group_id', 'bigint', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('next_group_id', 'bigint', (c) =>
      c.notNull().references('user_groups.user_group_id').onDelete('cascade'),
    )
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('alert_steps_key', ['user_group_id', 'asset_group_id', 'position'])
    .addForeignKeyConstraint(
      'alert_steps_of_alert',
      ['user_group_id', 'asset_group_id'],
      'alerts',
      ['user_group_id', 'asset_group_id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('alert_steps_by_next_group').on('alert_steps').column('next_group_id').execute();
  await db.schema
    .createTable('alert_climbs')
    .addColumn('climb_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    // Not a reference: a definition that is deleted closes its alarms, and that ends it.
    .addColumn('alarm_definition_id', 'bigint', (c) => c.notNull())
    .addColumn('occurrence_ms', 'bigint', (c) => c.notNull())
    .addColumn('user_group_id', 'bigint', (c) => c.notNull())
    .addColumn('asset_group_id', 'bigint', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('due_ms', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint(
      'alert_climbs_of_alert',
      ['user_group_id', 'asset_group_id'],
      'alerts',
      ['user_group_id', 'asset_group_id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('alert_climbs_once')
    .unique()
    .on('alert_climbs')
    .columns(['asset_id', 'alarm_definition_id', 'user_group_id', 'asset_group_id'])
    .execute();
  await db.schema.createIndex('alert_climbs_due').on('alert_climbs').column('due_ms').execute();
  await db.schema
    .createIndex('alert_climbs_by_alert')
    .on('alert_climbs')
    .columns(['user_group_id', 'asset_group_id'])
    .execute();
  await db.schema
    .alterTable('alert_news')
    .addColumn('step', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('alert_news_once').execute();
  await db.schema
    .createIndex('alert_news_once')
    .unique()
    .on('alert_news')
    .columns([...ONCE, 'step'])
    .execute();
  await db.schema.alterTable('alert_messages').addColumn('answered_ms', 'bigint').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('alert_messages').dropColumn('answered_ms').execute();
  await db.deleteFrom('alert_news').where('step', '>', 1).execute();
  await db.schema.dropIndex('alert_news_once').execute();
  await db.schema
    .createIndex('alert_news_once')
    .unique()
    .on('alert_news')
    .columns([...ONCE])
    .execute();
  await db.schema.alterTable('alert_news').dropColumn('step').execute();
  await db.schema.dropTable('alert_climbs').execute();
  await db.schema.dropTable('alert_steps').execute();
}
