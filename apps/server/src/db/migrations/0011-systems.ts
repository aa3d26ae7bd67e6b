import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('system_definitions')
    .addColumn('system_definition_id', ...idColumn(db))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('alias', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('slots')
    .addColumn('slot_id', ...idColumn(db))
    .addColumn('parent_system_definition_id', 'bigint', (c) =>
      c.notNull().references('system_definitions.system_definition_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('system_definition_id', 'bigint', (c) => c.references('system_definitions.system_definition_id'))
    .addColumn('asset_definition_id', 'bigint', (c) => c.references('asset_definitions.asset_definition_id'))
    .addColumn('critical', 'integer', (c) => c.notNull())
    .addColumn('exclusive', 'integer', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('slots_by_parent').on('slots').column('parent_system_definition_id').execute();
  await db.schema
    .createTable('systems')
    .addColumn('system_id', ...idColumn(db))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('system_definition_id', 'bigint', (c) =>
      c.notNull().references('system_definitions.system_definition_id'),
    )
    .addColumn('admin_id', 'bigint', (c) => c.notNull().references('admin_units.admin_id'))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('system_attributes')
    .addColumn('system_id', 'bigint', (c) => c.notNull().references('systems.system_id').onDelete('cascade'))
    .addColumn('attribute_key', 'text', (c) => c.notNull())
    .addColumn('attribute_name', 'text', (c) => c.notNull())
    .addColumn('attribute_value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('system_attributes_key', ['system_id', 'attribute_key'])
    .execute();
  await db.schema
    .createTable('slot_assignments')
    .addColumn('system_id', 'bigint', (c) => c.notNull().references('systems.system_id').onDelete('cascade'))
    .addColumn('slot_id', 'bigint', (c) => c.notNull().references('slots.slot_id'))
    .addColumn('asset_id', 'bigint', (c) => c.references('assets.asset_id').onDelete('cascade'))
    .addColumn('child_system_id', 'bigint', (c) => c.references('systems.system_id'))
    .addPrimaryKeyConstraint('slot_assignments_key', ['system_id', 'slot_id'])
    .execute();
  await db.schema.createIndex('slot_assignments_by_asset').on('slot_assignments').column('asset_id').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['slot_assignments', 'system_attributes', 'systems', 'slots', 'system_definitions']) {
    await db.schema.dropTable(table).execute();
  }
}
