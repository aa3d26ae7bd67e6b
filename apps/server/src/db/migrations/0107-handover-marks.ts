import type { AnyDatabase } from '../dialects/any-database.ts';

const COLUMNS = ['after_marks', 'up_to_marks'] as const;

/** Which records a handover tells of: those that were written down since the one before, whatever time they carry. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('handovers').addColumn(column, 'text').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('handovers').dropColumn(column).execute();
}
