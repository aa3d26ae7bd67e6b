import type { AnyDatabase } from '../dialects/any-database.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('password_resets')
    .addColumn('change_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().unique().references('users.user_id').onDelete('cascade'))
    .addColumn('expires_ms', 'bigint', (c) => c.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('password_resets').execute();
}
