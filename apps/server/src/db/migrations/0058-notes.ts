import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';

/** Notes: a definition that every asset has, and indexes for a timeline that is read newest first. */
export async function up(db: AnyDatabase): Promise<void> {
  await db
    .insertInto('event_definitions')
    .values({ asset_definition_id: null, name: 'Note', alias: '', category: 0, reason: '', created_ms: 0 })
    .execute();
  await db.schema
    .createIndex('commands_by_time')
    .on('commands')
    .columns(['asset_id', 'created_ms', 'command_id'])
    .execute();
  await db.schema
    .createIndex('journal_of_history')
    .on('journal')
    .columns(['asset_id', 'time_ms', 'journal_id'])
    .where(sql.ref('kind'), '=', sql.lit('history'))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('journal_of_history').execute();
  await db.schema.dropIndex('commands_by_time').execute();
  const notes = db.selectFrom('event_definitions').select('event_definition_id').where(isNote);
  await db.deleteFrom('events').where('event_definition_id', 'in', notes).execute();
  await db.deleteFrom('event_definitions').where(isNote).execute();
}

const isNote = sql<boolean>`asset_definition_id is null and category = 0`;
