import type { AnyDatabase } from '../dialects/any-database.ts';

/** Mails that wait to be sent; and which schedule an export is of. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('mail_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('about_kind', 'text')
    .addColumn('about_id', 'text')
    .addColumn('to_address', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('next_ms', 'bigint', (c) => c.notNull())
    .addColumn('good_until_ms', 'bigint')
    .addColumn('problem', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('mails_due').on('mails').columns(['state', 'next_ms', 'created_ms']).execute();
  await db.schema.createIndex('mails_about').on('mails').columns(['about_kind', 'about_id']).execute();
  await db.schema.createIndex('mails_by_user').on('mails').column('user_id').execute();
  await db.schema.alterTable('export_jobs').addColumn('schedule_id', 'text').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('export_jobs').dropColumn('schedule_id').execute();
  await db.schema.dropTable('mails').execute();
}
