import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openDatabase } from '../database.ts';
import type { Database } from '../schema.ts';
import { copyMigratedFile } from './migrated.ts';

export interface TestDatabase {
  db: Kysely<Database>;
  close(): Promise<void>;
}

/** An empty, migrated SQLite database in a folder of its own. */
export async function openSqliteForTest(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-db-'));
  const file = join(folder, 'portal.db');
  await copyMigratedFile(file);
  const db = openDatabase({ file });
  return {
    db,
    async close() {
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
