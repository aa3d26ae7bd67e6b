import pg from 'pg';

/** What the database could not do, where that is the machine's fault and not the statement's. */
export type DatabaseFault =
  /** There is no room on the disk. */
  | 'full'
  /** What stands in the file is not what was written. */
  | 'damaged'
  /** Nothing is written any more since it was found damaged. */
  | 'read-only'
  /** PostgreSQL does not answer, or is being restarted. */
  | 'away';

/** There is no way to PostgreSQL at the moment. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  /** Whether a change was asked to be kept, and nobody knows whether it was. */
  readonly mayBeKept: boolean;

  constructor({ mayBeKept = false, ...options }: ErrorOptions & { mayBeKept?: boolean } = {}) {
    super('The database does not answer.', options);
    this.mayBeKept = mayBeKept;
  }
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_NOMEM = 7;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_PROTOCOL = 15;
const SQLITE_NOTADB = 26;
/** The file that WAL readers share could not grow (SQLITE_IOERR_SHMSIZE). */
const SQLITE_SHARED_MEMORY_FULL = 4_874;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_FAULTS: Readonly<Record<string, DatabaseFault>> = {
  '53100': 'full',
  // Ended by the administrator, by a crash, and starting.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  XX001: 'damaged',
  XX002: 'damaged',
};

/**
 * What PostgreSQL says of a moment, by the beginnings of its codes: the way (08), a conflict (40), room (53), a lock or object in use,
 * its end and start (57), the system below it (58, XX), a server that only follows another (25006). 28000 is also that of
 * a directory of users that is away.
 */
const POSTGRES_MOMENTS = ['08', '25006', '28000', '40', '53', '55006', '55P03', '57', '58', 'XX'];

/** https://www.sqlite.org/rescode.html: a lock of others, no room, no way to the file, or what is wrong with the disk. */
const SQLITE_MOMENTS: ReadonlySet<number> = new Set([
  SQLITE_BUSY,
  SQLITE_LOCKED,
  SQLITE_NOMEM,
  SQLITE_READONLY,
  SQLITE_IOERR,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_CANTOPEN,
  SQLITE_PROTOCOL,
  SQLITE_NOTADB,
]);

/**
 * Whether the engine says the same each time until somebody changes something there: a password, a right, what stands in
 * the way of a table.
 * @returns undefined for an error that is no engine's
 */
export function isRefusedForGood(error: unknown): boolean | undefined {
  if (error instanceof DatabaseAwayError) return false;
  if (error instanceof pg.DatabaseError) return !POSTGRES_MOMENTS.some((start) => error.code?.startsWith(start));
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? !SQLITE_MOMENTS.has(errcode & 0xff) : undefined;
}

const SQLITE_UNREACHED: ReadonlySet<number> = new Set([SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_CANTOPEN]);

/** Whether SQLite could not come to the file at all, which says nothing about what is in it. */
export function isUnreached(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && SQLITE_UNREACHED.has(errcode & 0xff);
}

/** Tells a fault by the engine's own code, never by its text; undefined for every other error. */
export function databaseFaultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseAwayError) return 'away';
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return sqliteFault(errcode);
  return typeof code === 'string' && Object.hasOwn(POSTGRES_FAULTS, code) ? POSTGRES_FAULTS[code] : undefined;
}

function sqliteFault(errcode: number): DatabaseFault | undefined {
  if (errcode === SQLITE_SHARED_MEMORY_FULL) return 'full';
  switch (errcode & 0xff) {
    case SQLITE_FULL:
      return 'full';
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return 'damaged';
    case SQLITE_READONLY:
      return 'read-only';
    default:
      return undefined;
  }
}
