import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration';
import { databaseFaultOf, isRefusedForGood, isUnreached } from './database-faults.ts';
import type { AnyDatabase } from './dialects/any-database.ts';
import { migrations as allMigrations } from './migrations.ts';

/** The database cannot be used as it is; the message says what to do and is shown as it stands. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** It is so at the next start too: nothing need try again until somebody has changed what the message names. */
export class DatabaseUnfitError extends DatabaseUnusableError {}

/** The file is not what was written to it: only a backup helps, and starting again changes nothing. */
export class DatabaseDamagedError extends DatabaseUnusableError {}

export interface MigrateOptions {
  migrations?: Readonly<Record<string, Migration>>;
  /** Called before the first pending migration changes a database that already has data. */
  beforeChange?: (pending: readonly string[]) => Promise<void>;
}

async function appliedMigrations(db: AnyDatabase): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').orderBy('name').execute();
  return rows.map((row) => String(row.name));
}

/**
 * Brings the schema up to date, all pending migrations or none.
 * @throws DatabaseUnfitError when the database was written by a newer Telltale, or refuses a migration for good
 * @throws DatabaseUnusableError when a migration fails for what may pass: the way to the server, a full disk, a lock
 */
export async function migrate(db: AnyDatabase, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = options.migrations ?? allMigrations;
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new DatabaseUnfitError(
      `The database was written by a newer version of Telltale (it has ${unknown.join(', ')}). Start that version, or restore a backup made by this one.`,
    );
  }
  const pending = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (pending.length === 0) return [];
  if (applied.length > 0) await options.beforeChange?.(pending);
  const { error, results } = await migratorFor(db, migrations).migrateToLatest();
  if (error) throw failedMigration(error, results?.find(({ status }) => status === 'Error')?.migrationName);
  return pending;
}

function failedMigration(error: unknown, name: string | undefined): DatabaseUnusableError {
  const reason = error instanceof Error ? error.message : String(error);
  const at = name === undefined ? '' : `, at ${name}`;
  const text = `The database could not be brought up to date${at}; it was left as it was. The reason: ${reason}.`;
  // What a migration itself does wrong it does wrong each time.
  if (!(isRefusedForGood(error) ?? true)) return new DatabaseUnusableError(text, { cause: error });
  return new DatabaseUnfitError(`${text} ${adviceFor(error)}`, { cause: error });
}

const MISSING_RIGHT = '42501';
/** A table, a column, a function or type, a schema. */
const ALREADY_THERE: ReadonlySet<unknown> = new Set(['42P07', '42701', '42723', '42710', '42P06']);

function adviceFor(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === MISSING_RIGHT) {
    return 'Make the user of TELLTALE_DATABASE_URL the owner of the database and of the tables in it, then start again.';
  }
  if (ALREADY_THERE.has(code)) {
    return 'Somebody else made that. Rename it, or give Telltale a database of its own, then start again.';
  }
  return 'Change what it names, then start again, or start the version from before.';
}

/** Takes every migration back, newest first (tests hold each `down` to its `up` with it). */
export async function migrateDown(db: AnyDatabase): Promise<void> {
  const { error } = await migratorFor(db, allMigrations).migrateTo(NO_MIGRATIONS);
  if (error) throw error;
}

function migratorFor(db: AnyDatabase, migrations: Readonly<Record<string, Migration>>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // Numbers are given out while the changes of several are made: one with a higher number may be there first.
    allowUnorderedMigrations: true,
  });
}

/**
 * Asks SQLite whether the file is sound; answers what is wrong, or nothing.
 * @throws Error when the disk is too full to read the file, or the file cannot be reached, which says nothing about what is in it
 */
export async function findCorruption(db: AnyDatabase): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const result = rows[0]?.quick_check;
    return result === 'ok' ? undefined : (result ?? 'no answer');
  } catch (error) {
    if (databaseFaultOf(error) === 'full' || isUnreached(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
