import type { AnyDatabase } from '../../dialects/any-database.ts';
import { continueIdsAfter, idColumn } from '../../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('admin_units')
    .addColumn('admin_id', ...idColumn(db))
    .addColumn('admin_name', 'text', (c) => c.notNull())
    .addColumn('parent_admin_id', 'bigint', (c) => c.references('admin_units.admin_id'))
    .execute();
  await db.insertInto('admin_units').values({ admin_id: 1, admin_name: 'Telltale', parent_admin_id: null }).execute();
  await continueIdsAfter(db, 'admin_units', 'admin_id', 1);

  await db.schema
    .createTable('users')
    .addColumn('user_id', ...idColumn(db))
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('admin_id', 'bigint', (c) => c.notNull().references('admin_units.admin_id'))
    .addColumn('password_hash', 'text')
    .addColumn('read_only', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('user_attributes')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('attribute_key', 'text', (c) => c.notNull())
    .addColumn('attribute_name', 'text', (c) => c.notNull())
    .addColumn('attribute_value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_attributes_key', ['user_id', 'attribute_key'])
    .execute();

  for (const group of ['user_group', 'asset_group'] as const) {
    await db.schema
      .createTable(`${group}s`)
      .addColumn(`${group}_id`, ...idColumn(db))
      .addColumn(`${group}_name`, 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('admin_id', 'bigint', (c) => c.notNull().references('admin_units.admin_id'))
      .addColumn('parent_group_id', 'bigint', (c) => c.references(`${group}s.${group}_id`).onDelete('set null'))
      .execute();
  }
  // Groups are made below group 1 unless they say otherwise (spec 2 §9).
  await db
    .insertInto('user_groups')
    .values({ user_group_id: 1, user_group_name: 'Administrators', description: '', admin_id: 1 })
    .execute();
  await continueIdsAfter(db, 'user_groups', 'user_group_id', 1);
  await db
    .insertInto('asset_groups')
    .values({ asset_group_id: 1, asset_group_name: 'All groups', description: '', admin_id: 1 })
    .execute();
  await continueIdsAfter(db, 'asset_groups', 'asset_group_id', 1);
  const links = [
    ['user_group_users', 'user_id', 'users.user_id'],
    ['user_group_asset_groups', 'asset_group_id', 'asset_groups.asset_group_id'],
  ] as const;
  for (const [table, column, target] of links) {
    await db.schema
      .createTable(table)
      .addColumn('user_group_id', 'bigint', (c) =>
        c.notNull().references('user_groups.user_group_id').onDelete('cascade'),
      )
      .addColumn(column, 'bigint', (c) => c.notNull().references(target).onDelete('cascade'))
      .addPrimaryKeyConstraint(`${table}_key`, ['user_group_id', column])
      .execute();
    await db.schema.createIndex(`${table}_reverse`).on(table).column(column).execute();
  }
  await db.schema
    .createTable('user_group_permissions')
    .addColumn('user_group_id', 'bigint', (c) =>
      c.notNull().references('user_groups.user_group_id').onDelete('cascade'),
    )
    .addColumn('permission_id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_group_permissions_key', ['user_group_id', 'permission_id'])
    .execute();
  await db.insertInto('user_group_permissions').values({ user_group_id: 1, permission_id: 1 }).execute();

  await db.schema
    .createTable('sessions')
    .addColumn('auth_id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('broker_token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_used_ms', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('api_tokens')
    .addColumn('token_id', ...idColumn(db))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('permission_ids', 'text')
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_ms', 'bigint')
    .addColumn('last_used_ms', 'bigint')
    .execute();
  await db.schema.createIndex('api_tokens_by_user').on('api_tokens').column('user_id').execute();

  await db.schema
    .createTable('journal')
    .addColumn('journal_id', ...idColumn(db))
    .addColumn('time_ms', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'bigint')
    .addColumn('admin_id', 'bigint')
    .addColumn('by_user_id', 'bigint')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute();
  await db.schema.createIndex('journal_by_time').on('journal').columns(['time_ms', 'journal_id']).execute();
  await db.schema.createIndex('journal_by_asset').on('journal').columns(['asset_id', 'time_ms']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  const tables = [
    'journal',
    'api_tokens',
    'sessions',
    'user_group_permissions',
    'user_group_asset_groups',
    'user_group_users',
    'asset_groups',
    'user_groups',
    'user_attributes',
    'users',
    'admin_units',
  ];
  for (const table of tables) await db.schema.dropTable(table).execute();
}
