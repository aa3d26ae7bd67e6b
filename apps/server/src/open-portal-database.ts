import { HistoryFolderError, HistoryServerError } from '@telltale/historian';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Clock } from '#clock.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DataFolder } from '#data-folder.ts';
import { openDatabase } from '#db/database.ts';
import { databaseFaultOf, isRefusedForGood, isUnreached } from '#db/database-faults.ts';
import { dumpPostgres } from '#db/dump-postgres.ts';
import { DatabaseHold } from '#db/hold/database-hold.ts';
import { NodeHold, type NodeRow } from '#db/hold/node-hold.ts';
import type { HoldTimes } from '#db/hold/wait-for-lock.ts';
import {
  DatabaseDamagedError,
  DatabaseUnfitError,
  DatabaseUnusableError,
  findCorruption,
  migrate,
} from '#db/migrate.ts';
import { INSTALL_TOOLS } from '#db/postgres-tools.ts';
import type { Database } from '#db/schema.ts';
import { copyAside, OF_RECORDS } from './backups/safety-copies.ts';

export interface OpenPortalDatabaseOptions {
  /** Hears once when the SQLite file turns out to be damaged while it is used. */
  onDamage?: (error: Error) => void;
  /** Hears once that another portal has the PostgreSQL database now: here nothing can be read or written any more. */
  onTaken?: () => void;
  /** When a portal that shows no life is taken for dead, other than usual (tests). */
  holdTimes?: HoldTimes;
  /** As one node of several; undefined: as the only portal. */
  node?: NodeEntry;
  /** What else of the portal an upgrade may change. */
  beside?: Beside;
  /** Other than the released ones (tests). */
  migrations?: Readonly<Record<string, Migration>>;
}

/** Is asked first, so that all of a portal is brought up to date, or nothing of it is changed. */
export interface Beside {
  /** Looks whether it can be opened, and changes nothing. Throws a text that says what to do. */
  look(): Promise<void>;
  /** Copies what an upgrade will change of it, before the records are changed. */
  copy(): Promise<void>;
}

/** How a node joins the others at their database. */
export interface NodeEntry {
  id: string;
  /** Looks at those that live before anything is changed, and answers what this node is. Throws when it does not fit. */
  join: (living: readonly NodeRow[]) => Omit<NodeRow, 'id'>;
}

/** An open database, and what lets another portal have it. */
export interface PortalDatabase {
  readonly db: Kysely<Database>;
  /** What a node has it by. */
  readonly hold?: NodeHold;
  close(): Promise<void>;
}

export const RESTORE_ADVICE =
  "restore a backup into a new folder with 'telltale restore <backup> --to <folder>' and set TELLTALE_DATA to it.";

/**
 * Opens the relational database of a portal, sound and up to date. Before a migration changes one that has data, a
 * copy is put into the data folder.
 * @throws DatabaseUnusableError with a text that says what to do
 */
export async function openPortalDatabase(
  config: Config,
  folder: DataFolder,
  clock: Clock,
  log: Log,
  options: OpenPortalDatabaseOptions = {},
): Promise<PortalDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return openFile(folder, clock, log, options);
  const copy: CopyAside = async (pending) => {
    await options.beside?.copy();
    await copyAside(folder, OF_RECORDS, `${clock.now()}-${pending[0]}.dump`, async (part) => {
      if (await dumpPostgres(databaseUrl, part).catch(tellUncopied)) return;
      log.warn(
        `the database is brought up to date without a copy of before: pg_dump is not installed here. ${INSTALL_TOOLS}`,
      );
    });
  };
  return openAtServer(databaseUrl, copy, log, options).catch(tellUnusable);
}

/** Copies what there is before the first of these changes it. */
type CopyAside = (pending: readonly string[]) => Promise<void>;

function openAtServer(
  url: string,
  copy: CopyAside,
  log: Log,
  options: OpenPortalDatabaseOptions,
): Promise<PortalDatabase> {
  const { node } = options;
  return node === undefined ? openPostgres(url, copy, log, options) : openAsNode(url, copy, log, options, node);
}

async function openFile(
  folder: DataFolder,
  clock: Clock,
  log: Log,
  { migrations, onDamage, beside }: OpenPortalDatabaseOptions,
): Promise<PortalDatabase> {
  await beside?.look();
  const db = openDatabase({ file: folder.databaseFile }, onDamage === undefined ? {} : { onDamage });
  try {
    await refuseCorruption(db, folder);
    const applied = await migrate(db, {
      ...(migrations === undefined ? {} : { migrations }),
      beforeChange: async (pending) => {
        await beside?.copy();
        await copyAside(folder, OF_RECORDS, `${clock.now()}-${pending[0]}.db`, async (part) => {
          await sql`vacuum into ${part}`.execute(db);
        });
      },
    });
    tellMigrations(applied, log);
  } catch (error) {
    await db.destroy();
    if (isRefusedForGood(error) === undefined || databaseFaultOf(error) === 'full') throw error;
    const advice = isUnreached(error) ? '. The user that runs the portal must be able to read and write it.' : '';
    throw unusable(`The database ${folder.databaseFile}`, error, advice);
  }
  return { db, close: () => db.destroy() };
}

/** Taken before it is looked at: what a newer version would change is in nobody's use then. */
async function openPostgres(
  url: string,
  copy: CopyAside,
  log: Log,
  options: OpenPortalDatabaseOptions,
): Promise<PortalDatabase> {
  const { migrations, onTaken, holdTimes, beside } = options;
  await beside?.look();
  const hold = await DatabaseHold.take(url, {
    ...(onTaken && { onTaken }),
    onSilent: ({ address, quietMs }) =>
      log.warn({ address, quietMs }, 'the database is taken from another Telltale, which shows no life'),
    ...(holdTimes && { times: holdTimes }),
  });
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to PostgreSQL broke');
  const db = openDatabase({ url }, { hold, onError });
  const close = async () => {
    await db.destroy();
    await hold.release();
  };
  try {
    tellMigrations(await migrate(db, { ...(migrations && { migrations }), beforeChange: copy }), log);
    await hold.begin();
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}

async function openAsNode(
  url: string,
  copy: CopyAside,
  log: Log,
  { migrations, onTaken, holdTimes, beside }: OpenPortalDatabaseOptions,
  { id, join: joinOthers }: NodeEntry,
): Promise<PortalDatabase> {
  const hold = await NodeHold.take(url, { id, ...(onTaken && { onTaken }), ...(holdTimes && { times: holdTimes }) });
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to PostgreSQL broke');
  const db = openDatabase({ url }, { hold, onError });
  const close = async () => {
    await db.destroy();
    await hold.release();
  };
  try {
    await hold.begin(async (living) => {
      const row = joinOthers(living);
      await beside?.look();
      const beforeChange = async (pending: readonly string[]) => {
        if (living.length > 0) throw new DatabaseUnusableError('Stop all nodes before an upgrade: others are running.');
        await copy(pending);
      };
      tellMigrations(await migrate(db, { ...(migrations && { migrations }), beforeChange }), log);
      return row;
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { db, hold, close };
}

function tellMigrations(applied: readonly string[], log: Log): void {
  if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought up to date');
}

/** They say themselves what is wrong. */
const OWN_ERRORS = [DatabaseUnusableError, HistoryFolderError, HistoryServerError];

function tellUnusable(error: unknown): never {
  if (OWN_ERRORS.some((kind) => error instanceof kind)) throw error;
  throw unusable('TELLTALE_DATABASE_URL: the database', error);
}

function unusable(what: string, error: unknown, advice = ''): DatabaseUnusableError {
  const Kind = isRefusedForGood(error) ? DatabaseUnfitError : DatabaseUnusableError;
  return new Kind(`${what} cannot be used: ${reasonOf(error)}${advice}`, { cause: error });
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

function tellUncopied(error: unknown): never {
  throw new DatabaseUnusableError(
    `The database must be brought up to date, and could not be copied before. Nothing was changed. ${reasonOf(error)}`,
    { cause: error },
  );
}
