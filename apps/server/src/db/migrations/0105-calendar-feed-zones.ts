import type { AnyDatabase } from '../dialects/any-database.ts';

/** The zone in which whoever made a calendar feed read times then: it counts where they have chosen none. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('calendar_feeds')
    .addColumn('zone', 'text', (c) => c.notNull().defaultTo('UTC'))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('calendar_feeds').dropColumn('zone').execute();
}
