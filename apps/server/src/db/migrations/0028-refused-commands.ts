import type { AnyDatabase } from '../dialects/any-database.ts';

/** A command that awaits its release may be refused. */
export async function up(_db: AnyDatabase): Promise<void> {
  // The state is one more word in a column that is there.
}

export async function down(db: AnyDatabase): Promise<void> {
  // A state that the version before does not know; neither was ever sent.
  await db.updateTable('commands').set({ state: 'expired' }).where('state', '=', 'refused').execute();
}
