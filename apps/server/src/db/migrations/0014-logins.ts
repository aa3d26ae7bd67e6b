import type { AnyDatabase } from '../dialects/any-database.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
    .addColumn('sealed_secret', 'text', (c) => c.notNull())
    .addColumn('confirmed_ms', 'bigint')
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute();
  await db.schema
    .createTable('external_logins')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('external_logins_key', ['issuer', 'subject'])
    .execute();
  await db.schema.createIndex('external_logins_by_user').on('external_logins').column('user_id').execute();
  await db.schema.createIndex('journal_by_kind').on('journal').columns(['kind', 'time_ms', 'journal_id']).execute();
  await db.schema.createIndex('journal_by_user').on('journal').columns(['by_name', 'time_ms', 'journal_id']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('journal_by_user').execute();
  await db.schema.dropIndex('journal_by_kind').execute();
  for (const table of ['external_logins', 'recovery_codes', 'second_factors']) {
    await db.schema.dropTable(table).execute();
  }
}
