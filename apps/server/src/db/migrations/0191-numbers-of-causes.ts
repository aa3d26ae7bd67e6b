import type { AnyDatabase } from '../dialects/any-database.ts';

const TABLES = ['alarms', 'alarm_transitions'] as const;

/** Which numbers of a cause are values of which data item, and in which unit: nobody knows it of causes of before. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const table of TABLES) {
    await db.schema
      .alterTable(table)
      .addColumn('cause_numbers', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table).dropColumn('cause_numbers').execute();
}
