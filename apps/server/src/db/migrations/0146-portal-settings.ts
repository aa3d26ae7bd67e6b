import type { AnyDatabase } from '../dialects/any-database.ts';

/**
 * What administrators say of the portal itself, each as a JSON text. A portal that has assets already is set up: it reminds nobody
 * of the first hour.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('portal_settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  const asset = await db.selectFrom('assets').select('asset_id').limit(1).executeTakeFirst();
  if (asset === undefined) return;
  await db.insertInto('portal_settings').values({ name: 'first hour dismissed', value: 'true' }).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('portal_settings').execute();
}
