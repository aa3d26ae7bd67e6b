import type { AnyDatabase } from '../dialects/any-database.ts';

/** What administrators say of the portal itself, each as a JSON text. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('portal_settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('portal_settings').execute();
}
