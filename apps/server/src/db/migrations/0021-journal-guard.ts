import type { AnyDatabase } from '../dialects/any-database.ts';
import { makeAppendOnly, makeChangeable } from '../dialects/append-only.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await makeAppendOnly(db, 'journal');
}

export async function down(db: AnyDatabase): Promise<void> {
  await makeChangeable(db, 'journal');
}
