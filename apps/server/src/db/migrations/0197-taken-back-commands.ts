import type { AnyDatabase } from '../dialects/any-database.ts';

/** A command that waits for its device may be taken back, also after somebody has released it: both names are kept. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('commands').addColumn('refused_by', 'text').execute();
  await db
    .updateTable('commands')
    .set((set) => ({ refused_by: set.ref('released_by'), released_by: null }))
    .where('state', '=', 'refused')
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db
    .updateTable('commands')
    .set((set) => ({ released_by: set.ref('refused_by'), released_ms: null }))
    .where('state', '=', 'refused')
    .execute();
  await db.schema.alterTable('commands').dropColumn('refused_by').execute();
}
