import type { AnyDatabase } from '../dialects/any-database.ts';

/** Alert subscriptions of user groups, and until when the newest reset link of a user was good. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('users').addColumn('reset_expires_ms', 'bigint').execute();
  await db.schema
    .createTable('alerts')
    .addColumn('user_group_id', 'bigint', (c) =>
      c.notNull().references('user_groups.user_group_id').onDelete('cascade'),
    )
    .addColumn('asset_group_id', 'bigint', (c) =>
      c.notNull().references('asset_groups.asset_group_id').onDelete('cascade'),
    )
    .addColumn('severity_min', 'integer', (c) => c.notNull())
    .addColumn('severity_max', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('online', 'integer', (c) => c.notNull())
    .addColumn('offline', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('alerts_key', ['user_group_id', 'asset_group_id'])
    .execute();
  await db.schema.createIndex('alerts_by_asset_group').on('alerts').column('asset_group_id').execute();
  await db.schema.createIndex('asset_groups_by_parent').on('asset_groups').column('parent_group_id').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('asset_groups_by_parent').execute();
  await db.schema.dropTable('alerts').execute();
  await db.schema.alterTable('users').dropColumn('reset_expires_ms').execute();
}
