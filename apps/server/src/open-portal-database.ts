import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Clock } from '#clock.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DataFolder } from '#data-folder.ts';
import { openDatabase } from '#db/database.ts';
import { DatabaseDamagedError, DatabaseUnusableError, findCorruption, migrate } from '#db/migrate.ts';
import type { Database } from '#db/schema.ts';

export interface OpenPortalDatabaseOptions {
  /** Hears once when the SQLite file turns out to be damaged while it is used. */
  onDamage?: (error: Error) => void;
  /** Other than the released ones (tests). */
  migrations?: Readonly<Record<string, Migration>>;
}

export const RESTORE_ADVICE =
  "restore a backup into a new folder with 'telltale restore <backup> --to <folder>' and set TELLTALE_DATA to it.";

/** So many copies from before migrations are kept: a start that fails again and again must not fill the disk. */
const COPIES_KEPT = 3;

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
  options: OpenPortalDatabaseOptions = {},
): Promise<Kysely<Database>> {
  const { databaseUrl } = config;
  const { migrations, onDamage } = options;
  const db = openDatabase(databaseUrl === undefined ? { file: folder.databaseFile } : { url: databaseUrl }, {
    onError: (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'),
    ...(onDamage === undefined ? {} : { onDamage }),
  });
  try {
    if (databaseUrl === undefined) await refuseCorruption(db, folder);
    const applied = await migrate(db, {
      ...(migrations === undefined ? {} : { migrations }),
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
  throw new DatabaseDamagedError(
    `The database ${folder.databaseFile} is damaged (${corruption}). Nothing was changed. What to do: ${RESTORE_ADVICE}`,
  );
}

async function copyAside(db: Kysely<Database>, folder: DataFolder, name: string): Promise<void> {
  await mkdir(folder.safetyCopies, { recursive: true, mode: 0o700 });
  const file = join(folder.safetyCopies, `${name}.db`);
  const part = `${file}.part`;
  await rm(part, { force: true });
  await sql`vacuum into ${part}`.execute(db);
  // Under its name only once it is whole: half a copy must not pass for one.
  await rename(part, file);
  const copies = (await readdir(folder.safetyCopies)).filter((copy) => copy.endsWith('.db')).toSorted();
  for (const old of copies.slice(0, -COPIES_KEPT)) await rm(join(folder.safetyCopies, old));
}
