import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

const CANCELLED = 0;
const REQUESTED = 1;

/**
 * What was noted of an overdue part stays when its kind of maintenance is deleted, so that it can be settled. What was
 * noted of parts that went before is cancelled.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await makeAnew(db, false);
  const ofPortal = db
    .selectFrom('event_definitions')
    .select('event_definition_id')
    .where('asset_definition_id', 'is', null)
    .where('category', '=', 1);
  const noted = db.selectFrom('overdue_notices').select('event_id').where('event_id', 'is not', null);
  await db
    .updateTable('events')
    .set({ status: CANCELLED, cause: sql`cause || ${'\nThe part is gone.'}` })
    .where('status', '=', REQUESTED)
    .where('event_definition_id', 'in', ofPortal)
    .where('event_id', 'not in', noted)
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  const kinds = db.selectFrom('event_definitions').select('event_definition_id');
  await db.deleteFrom('overdue_notices').where('event_definition_id', 'not in', kinds).execute();
  await makeAnew(db, true);
}

/** A table's references cannot be changed on every engine. */
async function makeAnew(db: AnyDatabase, goesWithKind: boolean): Promise<void> {
  await db.schema.alterTable('overdue_notices').renameTo('overdue_notices_before').execute();
  await db.schema
    .createTable('overdue_notices')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('event_definition_id', 'bigint', (c) =>
      goesWithKind ? c.notNull().references('event_definitions.event_definition_id').onDelete('cascade') : c.notNull(),
    )
    .addColumn('due_point', 'text', (c) => c.notNull())
    .addColumn('event_id', 'bigint')
    .addColumn('raised_ms', 'bigint', (c) => c.notNull())
    .addColumn('settled_ms', 'bigint')
    .addPrimaryKeyConstraint(goesWithKind ? 'overdue_notices_key' : 'overdue_notices_points', [
      'asset_id',
      'event_definition_id',
      'due_point',
    ])
    .execute();
  const columns = ['asset_id', 'event_definition_id', 'due_point', 'event_id', 'raised_ms', 'settled_ms'];
  await db
    .insertInto('overdue_notices')
    .columns(columns)
    .expression(db.selectFrom('overdue_notices_before').select(columns))
    .execute();
  await db.schema.dropTable('overdue_notices_before').execute();
}
