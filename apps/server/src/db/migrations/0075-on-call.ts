import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** Who of a user group is on call in which week, and what is told to who is on call only. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alert_rotas')
    .addColumn('user_group_id', 'bigint', (c) =>
      c.primaryKey().references('user_groups.user_group_id').onDelete('cascade'),
    )
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('handover_day', 'integer', (c) => c.notNull())
    .addColumn('handover_minute', 'integer', (c) => c.notNull())
    .addColumn('start_day', 'text', (c) => c.notNull())
    // Not references: who goes leaves a gap, and moves nobody's week.
    .addColumn('members', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('alert_rota_overrides')
    .addColumn('override_id', ...idColumn(db))
    .addColumn('user_group_id', 'bigint', (c) =>
      c.notNull().references('alert_rotas.user_group_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('to_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('alert_rota_overrides_by_group')
    .on('alert_rota_overrides')
    .columns(['user_group_id', 'to_ms'])
    .execute();
  await db.schema.createIndex('alert_rota_overrides_by_user').on('alert_rota_overrides').column('user_id').execute();
  for (const table of ['alerts', 'alert_steps']) {
    await db.schema
      .alterTable(table)
      .addColumn('on_call_only', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await db.schema
    .alterTable('alert_deliveries')
    .addColumn('on_call', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('alert_deliveries').dropColumn('on_call').execute();
  for (const table of ['alert_steps', 'alerts']) {
    await db.schema.alterTable(table).dropColumn('on_call_only').execute();
  }
  await db.schema.dropTable('alert_rota_overrides').execute();
  await db.schema.dropTable('alert_rotas').execute();
}
