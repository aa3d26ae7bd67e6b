import type { AnyDatabase } from '../../dialects/any-database.ts';
import { idColumn } from '../../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alarm_definitions')
    .addColumn('alarm_definition_id', ...idColumn(db))
    .addColumn('asset_definition_id', 'bigint', (c) =>
      c.notNull().references('asset_definitions.asset_definition_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('severity', 'double precision', (c) => c.notNull())
    .addColumn('escalation', 'double precision', (c) => c.notNull())
    .addColumn('expiration', 'double precision', (c) => c.notNull())
    .addColumn('self_ack', 'integer', (c) => c.notNull())
    .addColumn('flee', 'text', (c) => c.notNull())
    .addColumn('job_id', 'bigint', (c) => c.notNull())
    .addColumn('on_delay', 'double precision', (c) => c.notNull())
    .addColumn('off_delay', 'double precision', (c) => c.notNull())
    .addColumn('deadband', 'double precision', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('alarm_definitions_by_definition')
    .on('alarm_definitions')
    .column('asset_definition_id')
    .execute();
  await db.schema
    .createTable('alarms')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('alarm_definition_id', 'bigint', (c) =>
      c.notNull().references('alarm_definitions.alarm_definition_id').onDelete('cascade'),
    )
    .addColumn('status', 'integer')
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('raised_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_raised_ms', 'bigint', (c) => c.notNull())
    .addColumn('changed_ms', 'bigint', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('shelved_until_ms', 'bigint')
    .addColumn('shelved_note', 'text', (c) => c.notNull())
    .addColumn('shelved_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('alarms_key', ['asset_id', 'alarm_definition_id'])
    .execute();
  await db.schema.createIndex('alarms_by_definition').on('alarms').column('alarm_definition_id').execute();
  await db.schema
    .createTable('alarm_transitions')
    .addColumn('transition_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    // Not a reference: what happened is told after the definition is gone.
    .addColumn('alarm_definition_id', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('time_ms', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('severity', 'double precision', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('raised_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_raised_ms', 'bigint', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('shelved_until_ms', 'bigint')
    .addColumn('shelved_note', 'text', (c) => c.notNull())
    .addColumn('shelved_by', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('alarm_transitions_by_time')
    .on('alarm_transitions')
    .columns(['asset_id', 'time_ms', 'transition_id'])
    .execute();
  await db.schema
    .createIndex('alarm_transitions_by_alarm')
    .on('alarm_transitions')
    .columns(['asset_id', 'alarm_definition_id', 'time_ms', 'transition_id'])
    .execute();
  await db.schema
    .createTable('alarm_overrides')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('alarm_definition_id', 'bigint', (c) =>
      c.notNull().references('alarm_definitions.alarm_definition_id').onDelete('cascade'),
    )
    .addColumn('override_method', 'integer', (c) => c.notNull())
    .addColumn('expression', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('alarm_overrides_key', ['asset_id', 'alarm_definition_id'])
    .execute();
  await db.schema
    .createIndex('alarm_overrides_by_definition')
    .on('alarm_overrides')
    .column('alarm_definition_id')
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['alarm_overrides', 'alarm_transitions', 'alarms', 'alarm_definitions']) {
    await db.schema.dropTable(table).execute();
  }
}
