import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

const columns = [
  ['template_name', 'text'],
  ['is_dangerous', 'bigint'],
  ['sent_ms', 'bigint'],
  ['released_ms', 'bigint'],
  ['released_by', 'text'],
  ['effect_item_id', 'bigint'],
  ['effect_label', 'text'],
  ['effect_within_s', 'bigint'],
  ['effect_expected', 'text'],
  ['effect_tolerance', 'double precision'],
  ['before_value', 'text'],
  ['before_ms', 'double precision'],
  ['after_value', 'text'],
  ['after_ms', 'double precision'],
] as const;

/** What a command should do and did, who released it, and what its device answered beside its first answer. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const [name, type] of columns) await db.schema.alterTable('commands').addColumn(name, type).execute();
  // What was delivered had been sent.
  await db
    .updateTable('commands')
    .set((set) => ({ sent_ms: set.ref('delivered_ms') }))
    .execute();
  await db.schema
    .createTable('command_answers')
    .addColumn('command_answer_id', ...idColumn(db))
    .addColumn('command_id', 'bigint', (c) => c.notNull().references('commands.command_id').onDelete('cascade'))
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('command_answers_by_command')
    .on('command_answers')
    .columns(['command_id', 'command_answer_id'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('command_answers').execute();
  for (const [name] of columns) await db.schema.alterTable('commands').dropColumn(name).execute();
  // States that the version before does not know.
  await db
    .updateTable('commands')
    .set({ state: 'expired' })
    .where('state', 'in', ['awaiting release', 'sent'])
    .execute();
  await db
    .updateTable('commands')
    .set({ state: 'delivered' })
    .where('state', 'in', ['verified', 'no effect'])
    .execute();
}
