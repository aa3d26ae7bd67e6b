import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DataFolder } from '#data-folder.ts';
import { openDatabase } from '#db/database.ts';
import { DatabaseUnusableError, findCorruption, migrate } from '#db/migrate.ts';
import type { Database } from '#db/schema.ts';

/**
 * Opens the relational database of a portal, sound and up to date. Before a migration changes a SQLite file that has
 * data, a copy is put beside it.
 * @throws DatabaseUnusableError with a text that says what to do
 */
export async function openPortalDatabase(
  config: Config,
  folder: DataFolder,
  clock: Clock,
  log: Log,
): Promise<Kysely<Database>> {
  const { databaseUrl } = config;
  const db = openDatabase(databaseUrl === undefined ? { file: folder.databaseFile } : { url: databaseUrl }, {
    onError: (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'),
  });
  try {
    if (databaseUrl === undefined) await refuseCorruption(db, folder);
    const applied = await migrate(db, {
      beforeChange: async (pending) => {
        if (databaseUrl === undefined) await copyAside(db, folder, `${clock.now()}-${pending[0]}`);
      },
    });
    if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought up to date');
    return db;
  } catch (error) {
    await db.destroy();
    if (databaseUrl === undefined || error instanceof DatabaseUnusableError) throw error;
    throw new DatabaseUnusableError(`TELLTALE_DATABASE_URL: the database cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** Where a name has several addresses the driver answers one error for each, under an empty text. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

async function refuseCorruption(db: Kysely<Database>, folder: DataFolder): Promise<void> {
  const corruption = await findCorruption(db);
  if (corruption === undefined) return;
  throw new DatabaseUnusableError(
    `The database ${folder.databaseFile} is damaged (${corruption}). Nothing was changed. Restore a backup into a new folder with 'telltale restore <backup> --to <folder>' and set TELLTALE_DATA to it.`,
  );
}

async function copyAside(db: Kysely<Database>, folder: DataFolder, name: string): Promise<void> {
  await mkdir(folder.safetyCopies, { recursive: true, mode: 0o700 });
  await sql`vacuum into ${join(folder.safetyCopies, `${name}.db`)}`.execute(db);
}
