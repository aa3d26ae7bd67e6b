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

const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
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
