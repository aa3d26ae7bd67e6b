import type { AnyDatabase } from '../dialects/any-database.ts';
import { makeAppendOnly, makeChangeable } from '../dialects/append-only.ts';
import { idColumn } from '../dialects/columns.ts';

/** Shift times of admin units, and what one shift tells the next. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('shift_plans')
    .addColumn('admin_id', 'bigint', (c) => c.primaryKey().references('admin_units.admin_id').onDelete('cascade'))
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('shifts', 'text', (c) => c.notNull())
    .addColumn('changed_ms', 'bigint', (c) => c.notNull())
    .execute();
  // A unit may go; what its people have signed stays.
  await db.schema
    .createTable('handovers')
    .addColumn('handover_id', ...idColumn(db))
    .addColumn('admin_id', 'bigint', (c) => c.notNull())
    .addColumn('shift', 'text', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('shift_end_ms', 'bigint', (c) => c.notNull())
    .addColumn('to_ms', 'bigint')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('leaving_user_id', 'bigint')
    .addColumn('leaving_name', 'text')
    .addColumn('leaving_ms', 'bigint')
    .addColumn('coming_name', 'text')
    .addColumn('coming_ms', 'bigint')
    .addColumn('content', 'text')
    .execute();
  await db.schema
    .createIndex('handovers_by_unit')
    .on('handovers')
    .columns(['admin_id', 'from_ms', 'handover_id'])
    .execute();
  await db.schema
    .createTable('handover_texts')
    .addColumn('handover_id', 'bigint', (c) => c.notNull().references('handovers.handover_id'))
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('changed_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('handover_texts_key', ['handover_id', 'section'])
    .execute();
  await db.schema
    .createTable('accepted_handovers')
    .addColumn('handover_id', 'bigint', (c) => c.primaryKey())
    .addColumn('accepted_ms', 'bigint', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
  await makeAppendOnly(db, 'accepted_handovers');
}

export async function down(db: AnyDatabase): Promise<void> {
  await makeChangeable(db, 'accepted_handovers');
  for (const table of ['accepted_handovers', 'handover_texts', 'handovers', 'shift_plans']) {
    await db.schema.dropTable(table).execute();
  }
}
