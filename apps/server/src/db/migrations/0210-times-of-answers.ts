import type { AnyDatabase } from '../dialects/any-database.ts';

/**
 * When a device first answered a command: what ends it may be seen before, or after. Of an older command that was judged by its effect,
 * nothing says it.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('commands').addColumn('answered_ms', 'bigint').execute();
  await db
    .updateTable('commands')
    .set((set) => ({ answered_ms: set.ref('ended_ms') }))
    .where('state', 'in', ['answered', 'failed'])
    // Without it nothing went out: what stands there is why.
    .where('sent_ms', 'is not', null)
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('commands').dropColumn('answered_ms').execute();
}
