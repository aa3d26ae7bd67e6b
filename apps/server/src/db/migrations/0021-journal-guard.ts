import type { Kysely } from 'kysely';
import { makeAppendOnly, makeChangeable } from '../dialects/append-only.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration is written against the schema of its own day
export async function up(db: Kysely<any>): Promise<void> {
  await makeAppendOnly(db, 'journal');
}

// biome-ignore lint/suspicious/noExplicitAny: see up
export async function down(db: Kysely<any>): Promise<void> {
  await makeChangeable(db, 'journal');
}
