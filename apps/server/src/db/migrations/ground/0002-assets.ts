import type { AnyDatabase } from '../../dialects/any-database.ts';
import { continueIdsAfter, idColumn } from '../../dialects/columns.ts';

/** dataItemId 148 is the label Activity (spec 3 §2); every other label gets a greater id. */
const ACTIVITY = { data_item_id: 148, label: 'Activity', label_key: 'activity', unit: '', created_ms: 0 };

/** Asset definition 1 is the snubbing unit (spec 2 §9): no other definition may get this id. */
const SNUBBING_UNIT_DEFINITION_ID = 1;

export async function up(db: AnyDatabase): Promise<void> {
  await createDefinitions(db);
  await createAssets(db);
  await createDataItems(db);
  await db.schema
    .createTable('gateways')
    .addColumn('gateway_id', ...idColumn(db))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('admin_id', 'bigint', (c) => c.notNull().references('admin_units.admin_id'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
}

async function createDefinitions(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('asset_definitions')
    .addColumn('asset_definition_id', ...idColumn(db))
    .addColumn('asset_definition_name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('alias', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  // Ids are never given twice, so a row that comes and goes keeps its id free.
  const reserved = { asset_definition_id: SNUBBING_UNIT_DEFINITION_ID, asset_definition_name: '', name_key: '' };
  await db
    .insertInto('asset_definitions')
    .values({ ...reserved, created_ms: 0 })
    .execute();
  await db.deleteFrom('asset_definitions').execute();
  await continueIdsAfter(db, 'asset_definitions', 'asset_definition_id', SNUBBING_UNIT_DEFINITION_ID);
}

async function createAssets(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('assets')
    .addColumn('asset_id', ...idColumn(db))
    .addColumn('asset_definition_id', 'bigint', (c) => c.notNull().references('asset_definitions.asset_definition_id'))
    .addColumn('admin_id', 'bigint', (c) => c.notNull().references('admin_units.admin_id'))
    .addColumn('serial_number', 'text', (c) => c.notNull())
    .addColumn('serial_key', 'text', (c) => c.notNull().unique())
    .addColumn('asset_alias', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('last_contact_ms', 'bigint')
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('assets_by_definition').on('assets').column('asset_definition_id').execute();
  await db.schema.createIndex('assets_by_admin_unit').on('assets').column('admin_id').execute();

  await db.schema
    .createTable('asset_attributes')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('attribute_key', 'text', (c) => c.notNull())
    .addColumn('attribute_name', 'text', (c) => c.notNull())
    .addColumn('attribute_value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_attributes_key', ['asset_id', 'attribute_key'])
    .execute();
  await db.schema
    .createTable('asset_coordinates')
    .addColumn('coordinate_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('latitude', 'double precision', (c) => c.notNull())
    .addColumn('longitude', 'double precision', (c) => c.notNull())
    .addColumn('set_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('asset_coordinates_by_time')
    .on('asset_coordinates')
    .columns(['asset_id', 'set_ms', 'coordinate_id'])
    .execute();
  await db.schema
    .createTable('asset_group_assets')
    .addColumn('asset_group_id', 'bigint', (c) =>
      c.notNull().references('asset_groups.asset_group_id').onDelete('cascade'),
    )
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addPrimaryKeyConstraint('asset_group_assets_key', ['asset_group_id', 'asset_id'])
    .execute();
  await db.schema.createIndex('asset_group_assets_reverse').on('asset_group_assets').column('asset_id').execute();
}

async function createDataItems(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('data_items')
    .addColumn('data_item_id', ...idColumn(db))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('label_key', 'text', (c) => c.notNull().unique())
    .addColumn('unit', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.insertInto('data_items').values(ACTIVITY).execute();
  await continueIdsAfter(db, 'data_items', 'data_item_id', ACTIVITY.data_item_id);

  await db.schema
    .createTable('definition_data_items')
    .addColumn('asset_definition_id', 'bigint', (c) =>
      c.notNull().references('asset_definitions.asset_definition_id').onDelete('cascade'),
    )
    .addColumn('data_item_id', 'bigint', (c) => c.notNull().references('data_items.data_item_id'))
    .addColumn('unit', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('default_value', 'double precision', (c) => c.notNull().defaultTo(0))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('definition_data_items_key', ['asset_definition_id', 'data_item_id'])
    .execute();
  await db.schema
    .createTable('asset_data_items')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('data_item_id', 'bigint', (c) => c.notNull().references('data_items.data_item_id'))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_data_items_key', ['asset_id', 'data_item_id'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  const tables = [
    'gateways',
    'asset_data_items',
    'definition_data_items',
    'data_items',
    'asset_group_assets',
    'asset_coordinates',
    'asset_attributes',
    'assets',
    'asset_definitions',
  ];
  for (const table of tables) await db.schema.dropTable(table).execute();
}
