import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

/** Who acknowledged an alarm and when, and past alarms in the order in which they ended. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const table of ['alarms', 'alarm_transitions']) {
    await db.schema
      .alterTable(table)
      .addColumn('acknowledged_by', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable(table).addColumn('acknowledged_ms', 'bigint').execute();
  }
  await db.schema.alterTable('alarm_transitions').addColumn('ended_ms', 'bigint').execute();
  await sql`update alarm_transitions set ended_ms = time_ms where kind in ('closed', 'expired')`.execute(db);
  await sql`
    update alarms set
      acknowledged_by = coalesce((${acknowledgedLast('by_name')}), ''),
      acknowledged_ms = (${acknowledgedLast('time_ms')})
    where status = 2
  `.execute(db);
  await db.schema
    .createIndex('alarm_transitions_by_end')
    .on('alarm_transitions')
    .columns(['ended_ms', 'transition_id'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('alarm_transitions_by_end').execute();
  await db.schema.alterTable('alarm_transitions').dropColumn('ended_ms').execute();
  for (const table of ['alarms', 'alarm_transitions']) {
    await db.schema.alterTable(table).dropColumn('acknowledged_ms').execute();
    await db.schema.alterTable(table).dropColumn('acknowledged_by').execute();
  }
}

/** What the last acknowledgement of an alarm says. */
function acknowledgedLast(column: 'by_name' | 'time_ms') {
  return sql`
    select told.${sql.ref(column)} from alarm_transitions as told
    where told.asset_id = alarms.asset_id
      and told.alarm_definition_id = alarms.alarm_definition_id
      and told.kind = 'acknowledged'
    order by told.time_ms desc, told.transition_id desc limit 1
  `;
}
