import type { AnyDatabase } from '../dialects/any-database.ts';

/** What an alert tells has the numbers of its cause beside it, as the alarm has; what waits from before goes out as it is stored. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('alert_news')
    .addColumn('cause_numbers', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('alert_news').dropColumn('cause_numbers').execute();
}
