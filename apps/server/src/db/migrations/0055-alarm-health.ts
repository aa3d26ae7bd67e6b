import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

/**
 * Indexes that tell by themselves what the health of alarms is made of: when each alarm was raised, when it ended, and
 * whether anybody acted on it. A year of a million alarms is read without touching the rows, whose texts are long.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('alarm_transitions_by_end').execute();
  await db.schema
    .createIndex('alarm_transitions_by_end')
    .on('alarm_transitions')
    .columns([
      'ended_ms',
      'transition_id',
      'asset_id',
      'alarm_definition_id',
      'raised_ms',
      'acknowledged_ms',
      'active',
      'by_name',
    ])
    .where('ended_ms', 'is not', null)
    .execute();
  await db.schema
    .createIndex('alarm_transitions_between')
    .on('alarm_transitions')
    .columns(['kind', 'time_ms', 'transition_id', 'asset_id', 'alarm_definition_id', 'raised_ms', 'by_name'])
    .where(sql<boolean>`kind in ('again', 'commented')`)
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('alarm_transitions_between').execute();
  await db.schema.dropIndex('alarm_transitions_by_end').execute();
  await db.schema
    .createIndex('alarm_transitions_by_end')
    .on('alarm_transitions')
    .columns(['ended_ms', 'transition_id'])
    .execute();
}
